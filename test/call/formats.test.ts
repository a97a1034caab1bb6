import { isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExpected } from "../../src/call/formats.js";
import { hostProblem } from "../../src/call/uri.js";
import type { StringFormat } from "../../src/contract/index.js";

const sound: { readonly [format in StringFormat]: readonly string[] } = {
  uri: [
    "https://example.com",
    "http://a/b?c=d#e",
    "mailto:a@example.com",
    "urn:isbn:1",
    "file:///etc/x",
    "http://[::1]:80/",
    "a:%20",
  ],
  hostname: ["example.com", "localhost", "a-b.c", "xn--bcher-kva.example", "127.0.0.1", `${"a".repeat(63)}.b`],
  date: ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"],
  "date-time": ["2024-02-29T12:00:00Z", "2024-02-29t00:00:00.123z", "2024-01-01T23:59:59+05:30"],
  email: ["a@example.com", "first.last+tag@x.example", "!#$%@x"],
  ipv4: ["0.0.0.0", "255.255.255.255", "192.0.2.1"],
  ipv6: ["::", "::1", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "1::8", "FE80::"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
};
const unsound: { readonly [format in StringFormat]: readonly string[] } = {
  uri: [
    "",
    "example.com",
    "/a",
    "http:",
    "http://a b",
    "http://a/\\b",
    "http://a/{b}",
    "http://é/",
    "a:%2",
    "a:#b#c",
    "1a:b",
    "http://a/\n",
  ],
  hostname: [
    "",
    ".",
    "a.",
    "-a",
    "a-",
    "a..b",
    "a_b",
    "a b",
    `${"a".repeat(64)}.b`,
    `${"a.".repeat(126)}ab`,
    "é.example",
  ],
  date: [
    "2023-02-29",
    "1900-02-29",
    "2024-13-01",
    "2024-00-01",
    "2024-01-00",
    "2024-04-31",
    "24-1-1",
    "2024-01-01 ",
    "2024-01-01T",
  ],
  "date-time": [
    "2024-02-29",
    "2024-02-30T12:00:00Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T12:00:00",
    "2024-01-01T12:00:60Z",
    "2024-01-01 12:00:00Z",
  ],
  email: ["", "a", "@x", "a@", "a@@x", ".a@x", "a..b@x", "a b@x", '"a"@x', "a@x_y", `${"a".repeat(65)}@x`],
  ipv4: ["", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "0x7f.1", "1.2.3.4 ", "2130706433"],
  ipv6: [
    "",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "::12345",
    "fe80::1%eth0",
    "1.2.3.4::",
    "::1.2.3.4.5",
    "[::1]",
  ],
  uuid: ["", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"],
};

describe("formats", () => {
  it.each(Object.entries(sound))("take %s", (format, texts) => {
    expect(texts.filter((text) => formatExpected(format as StringFormat, text) !== null)).toEqual([]);
  });

  it.each(Object.entries(unsound))("refuse what is no %s, and say what is", (format, texts) => {
    expect(texts.filter((text) => formatExpected(format as StringFormat, text) === null)).toEqual([]);
    expect(formatExpected(format as StringFormat, texts[0]!)).toContain("such as");
  });

  it("know the same IPv6 addresses as node, but for zones", () => {
    const address = fc.oneof(fc.ipV6(), fc.string({ unit: fc.constantFrom(":", "1", "a", "F", ".", "255") }));
    fc.assert(
      fc.property(address, (text) => {
        expect(formatExpected("ipv6", text) === null).toBe(isIPv6(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("take time linear in the text", () => {
    const start = performance.now();
    for (const format of Object.keys(sound) as StringFormat[]) {
      for (const piece of ["a", "a.", "a-", "1:", "http://a?", "a@", "%", "-"])
        formatExpected(format, piece.repeat(1_000_000));
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("hosts", () => {
  const hosts = ["example.com", "*.Example.org", "127.0.0.1", "[::1]"];

  it.each([
    "https://example.com",
    "http://EXAMPLE.com:8080/a?b=c@d#e",
    "https://a.b.example.org/",
    "http://127.0.0.1/",
    "http://[::1]:3000/",
    "https://example.com?x",
  ])("let %s pass", (url) => expect(hostProblem(url, hosts)).toBeNull());

  it.each([
    ["https://example.org/", "example.org"],
    ["https://notexample.com/", "notexample.com"],
    ["https://example.com.evil.test/", "example.com.evil.test"],
    ["https://evilexample.org/", "evilexample.org"],
    ["https://.example.org/", "plain host|not allowed"],
    ["https://example.com./", "not allowed"],
    ["https://user:pw@example.com/", "user name"],
    ["https://example.com@evil.test/", "user name"],
    ["https://example.com\\@evil.test/", "absolute"],
    ["https://evil.test#@example.com/", "evil.test"],
    ["https://evil.test?@example.com/", "evil.test"],
    ["https://evil.test/example.com", "evil.test"],
    ["https:/example.com/", "absolute"],
    ["https:example.com", "absolute"],
    ["//example.com/", "absolute"],
    ["example.com", "absolute"],
    ["ftp://example.com/", "absolute"],
    ["file:///etc/passwd", "absolute"],
    ["https://example.com:99999/", "plain host"],
    ["https://example.com:/", "plain host"],
    ["https://example%2ecom/", "plain host"],
    ["https://{example.com,evil.test}/", "absolute"],
    ["https://example.com/[1-1000000]", "%5B"],
    ["https://2130706433/", "not allowed"],
    ["https://0x7f.1/", "not allowed"],
    ["https://exa\tmple.com/", "absolute"],
    ["https://ex\u00e4mple.com/", "absolute"],
    ["https://", "plain host"],
    ["https:///x", "plain host"],
  ])("stop %s", (url, why) => expect(hostProblem(url, hosts)).toMatch(new RegExp(why)));

  it("see the host that the URL standard sees", () => {
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ["http", "https"], withFragments: true, withQueryParameters: true }),
        (url) => {
          const { hostname } = new URL(url);
          expect(hostProblem(url, [hostname])).toBeNull();
          expect(hostProblem(url, ["other.test"])).not.toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("never let pass what the URL standard takes to another host", () => {
    const piece = fc.constantFrom(
      "example.com",
      "evil.test",
      "@",
      ":",
      "/",
      "\\",
      "#",
      "?",
      ".",
      "%2e",
      "[",
      "]",
      " ",
      "\t",
      "http://",
      "80",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (parts) => {
        const url = `http://${parts.join("")}`;
        if (hostProblem(url, ["example.com"]) === null) expect(new URL(url).hostname).toBe("example.com");
      }),
      { numRuns: 3000 },
    );
  });
});
