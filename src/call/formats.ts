import type { StringFormat } from "../contract/index.js";
import { isUri } from "./uri.js";

interface Format {
  readonly expected: string;
  /** Takes time linear in the text. */
  readonly test: (text: string) => boolean;
}

/** Conservative: what some program could read in two ways is refused. */
const FORMATS: { readonly [format in StringFormat]: Format } = {
  uri: { expected: "a URI such as https://example.com/a", test: isUri },
  hostname: { expected: "a host name such as www.example.com", test: isHostname },
  date: { expected: "a date such as 2024-02-29", test: isDate },
  "date-time": { expected: "a time such as 2024-02-29T12:00:00Z", test: isDateTime },
  email: { expected: "an e-mail address such as a@example.com", test: isEmail },
  ipv4: { expected: "an IPv4 address such as 192.0.2.1", test: isIpv4 },
  ipv6: { expected: "an IPv6 address such as 2001:db8::1", test: isIpv6 },
  uuid: {
    expected: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    test: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  },
};

/** What should have been given, or null when the text has the format. */
export function formatExpected(format: StringFormat, text: string): string | null {
  return FORMATS[format].test(text) ? null : FORMATS[format].expected;
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  if (year === undefined) return false;
  // Day 0 of the next month is the last of this one.
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

function isDateTime(text: string): boolean {
  const time =
    /^t(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/i;
  return isDate(text.slice(0, 10)) && time.test(text.slice(10));
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  if (local.length === 0 || local.length > 64 || !isHostname(text.slice(at + 1))) return false;
  return local.split(".").every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(atom));
}

function isIpv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split(".") : [];
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const dotted = last.includes(".") && isIpv4(last) && !(halves.length === 2 && halves[1] === "");
  const plain = dotted ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = plain.length + (dotted ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}
