const SCHEME = /^[a-z][a-z0-9+.-]{0,31}:./i;
/**
 * What RFC 3986 has no place for: spaces, controls, backslashes, braces, letters beyond ASCII, which programs read in
 * different ways. Looked for one by one: a repeated choice would take a stack frame a letter.
 */
const FOREIGN = /[^a-z0-9._~:/?#[\]@!$&'()*+,;=%-]|%(?![0-9a-f]{2})/i;
const HTTP = /^https?:\/\//i;
const AUTHORITY = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,253})(?::([0-9]{1,5}))?$/i;

export function isUri(text: string): boolean {
  return SCHEME.test(text) && !FOREIGN.test(text) && text.indexOf("#") === text.lastIndexOf("#");
}

/**
 * Why a URL may not be used under a list of hosts; null when it may. Only the plainest form passes, so that the program
 * cannot see another host than we do: http(s), no name or password, no bracket outside an IPv6 host (curl expands them).
 * @param hosts names and addresses; `*.example.com` stands for every name below example.com, not for itself.
 */
export function hostProblem(text: string, hosts: readonly string[]): string | null {
  if (!isUri(text) || !HTTP.test(text)) return "must be an absolute http or https URL";
  const start = text.indexOf("//") + 2;
  const length = text.slice(start).search(/[/?#]/);
  const authority = length === -1 ? text.slice(start) : text.slice(start, start + length);
  if (authority.includes("@")) return "must not hold a user name or password";
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined || (port !== undefined && Number(port) > 65_535)) return "must name a plain host";
  if (/[[\]]/.test(text.slice(start + authority.length))) return "must write [ and ] in its path as %5B and %5D";
  const name = host.toLowerCase();
  if (hosts.some((allowed) => covers(allowed.toLowerCase(), name))) return null;
  return `names the host ${name}, which is not allowed`;
}

function covers(allowed: string, name: string): boolean {
  return allowed.startsWith("*.")
    ? name.length > allowed.length - 1 && name.endsWith(allowed.slice(1))
    : allowed === name;
}
