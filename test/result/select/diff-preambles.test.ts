import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { isMarker, restore } from "../markers.js";
import { run, storedOf } from "../support.js";

const hash = (n: number) => (n * 2654435761).toString(16).padStart(8, "0").slice(0, 8).repeat(5);
const file = (name: string, from: string, to: string, at = 7) =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n@@ -${at},3 +${at},3 @@ def f(x):\n x\n-${from}\n+${to}\n y\n`;
const bump = (name: string, n: number) => file(name, `    return x + ${n}`, `    return x + ${n} + BASE`);
const bumps = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => bump(`src/m${n}_${i}.py`, i)).join("");
const log = (n: number, subject: string, body = "") =>
  `commit ${hash(n)}\nAuthor: Ann <ann@example.org>\nDate:   Mon Nov 30 16:06:05 2026 +0000\n\n    ${subject}\n${body
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}\n`))
    .join("")}\n`;
const mail = (n: number, subject: string, body = "") =>
  `From ${hash(n)} Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@example.org>\nDate: Mon, 30 Nov 2026 16:06:05 +0000\nSubject: [PATCH ${n}/20] ${subject}\n\n${body}---\n m.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n`;
const signature = "-- \n2.39.5\n\n";
const denied = file("auth.py", "    return True", "    if not user.is_admin: return None");
const tokensOf = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
const shownOf = async (stdout: string, tokens: number) => (await run({ stdout }, { exitCode: 0, tokens })).stdout;

describe("the text between the files of a diff", () => {
  const commits = Array.from({ length: 20 }, (_, n) =>
    n === 11
      ? log(n, "fix: deny refunds to non-admins", "Refs SEC-411.") + bumps(n, 3) + denied
      : log(n, `chore: bump base ${n}`) + bumps(n, 5),
  );

  it("shows what commit a shown hunk belongs to", async () => {
    const shown = await shownOf(commits.join("\n"), 1500);
    expect(shown).toContain("+    if not user.is_admin: return None");
    expect(shown).toContain(`commit ${hash(11)}\n`);
    expect(shown).toContain("    fix: deny refunds to non-admins\n");
    expect(shown.indexOf(hash(11))).toBeLessThan(shown.indexOf("is_admin"));
  });

  it("names the commits of a cut by their subjects", async () => {
    expect(await shownOf(commits.join("\n"), 1000)).toMatch(/of \d+ commits "chore: bump base \d+", .*files\)/);
  });

  it("is found in mail, below the signature of the patch before", async () => {
    const patches = Array.from({ length: 20 }, (_, n) =>
      n === 11
        ? mail(n, "deny refunds to\n non-admins", "BREAKING: callers must be admins.\n") + bumps(n, 3) + denied
        : mail(n, `chore: bump base ${n}`) + bumps(n, 5),
    ).map((patch) => patch + signature);
    const shown = await shownOf(patches.join(""), 1500);
    for (const line of [`From ${hash(11)} Mon`, "deny refunds to\n non-admins\n", "BREAKING: ", "+    if not user"]) {
      expect(shown).toContain(line);
    }
  });

  it("is shown at its start and where it is loud, when it is long", async () => {
    const words = Array.from({ length: 500 }, (_, i) =>
      i === 300 ? "BREAKING: callers of f must pass x." : `We also looked at part ${i} and left it as it is.`,
    );
    const stdout = log(1, "refactor: rename", words.join("\n")) + bumps(1, 200) + denied;
    for (const tokens of [600, 1000, 2000]) {
      const shown = await shownOf(stdout, tokens);
      for (const line of [hash(1), "    refactor: rename\n", "BREAKING: callers of f", "+    if not user"]) {
        expect(shown).toContain(line);
      }
      expect(shown.match(/We also looked/g)?.length ?? 0).toBeLessThan(tokens / 40);
    }
  });

  it("is shown for as many of many commits as fit", async () => {
    const names = ["parser", "lexer", "cache", "router", "queue", "broker", "table", "index"];
    const stdout = Array.from({ length: 200 }, (_, n) =>
      log(n, `${names[n % 8]}: tidy ${names[(n >> 3) % 8]}`).concat(bump(`src/${names[n % 8]}.py`, n)),
    ).join("\n");
    for (const [tokens, least] of [[1000, 2] as const, [4000, 8] as const]) {
      const shown = await shownOf(stdout, tokens);
      expect(tokensOf(shown)).toBeLessThanOrEqual(tokens);
      expect(shown.match(/^commit [0-9a-f]{40}$/gm)?.length ?? 0).toBeGreaterThanOrEqual(least);
      expect(shown).toMatch(/^@@ /m);
    }
  });

  it("is shown before the first file and after the last", async () => {
    const shown = await shownOf(`warning: CRLF will be replaced\n${bumps(1, 80)}\nOnly in b: notes.txt\n`, 1000);
    expect(shown).toContain("warning: CRLF will be replaced\n");
    expect(shown).toContain("Only in b: notes.txt\n");
  });

  it("begins below a file without hunks", async () => {
    const mode = "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n";
    const long = Array.from({ length: 300 }, (_, i) => `Part ${i} is unlike what it was.`).join("\n");
    const shown = await shownOf(`${log(1, "make it run")}${mode}\n${log(2, "import", long)}${bumps(2, 90)}`, 1000);
    for (const line of ["    make it run\n", "new mode 100755\n", "    import\n"]) expect(shown).toContain(line);
  });
});

describe("any sequence of text and files", () => {
  const subject = fc.constantFrom("chore: bump 7", "fix: deny", "Revert it", "日本語の件名", "x".repeat(1500));
  const body = fc
    .tuple(fc.constantFrom("Why it is so.", "BREAKING: all of it", "", "@@ -1 +1 @@", "-- "), fc.nat(60))
    .map(([text, times]) => `${text}\n`.repeat(times));
  const part = fc.oneof(
    fc.tuple(fc.nat(99), subject, body).map(([n, title, text]) => log(n, title, text)),
    fc.tuple(fc.nat(99), subject, body).map(([n, title, text]) => mail(n, title, text)),
    fc.constantFrom(signature, "\n", "Only in a: b\n", "Index: x\n=====\n", `${hash(3).slice(0, 7)} one line\n`),
    fc.constantFrom(denied, "diff --git a/x b/y\nrename from x\nrename to y\n", "\\ No newline at end of file\n"),
    fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 30 })).map(([n, count]) => bumps(n, count)),
  );
  const text = fc
    .tuple(fc.array(part, { maxLength: 25 }), fc.boolean())
    .map(([parts, feed]) => (feed ? parts.join("") : parts.join("").replace(/\n$/, "")) + bumps(1, 8));

  it("is tiled by lines and markers, within the budget", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(200, 600, 2000),
        fc.constantFrom(0, 1),
        async (stdout, tokens, exitCode) => {
          const result = await run({ stdout }, { tokens, exitCode });
          expect(await restore(result.stdout, storedOf({ stdout }))).toBe(stdout);
          expect(tokensOf(result.stdout)).toBeLessThanOrEqual(Math.min(tokens, tokensOf(stdout)));
          expect(result.truncated).toBe(result.stdout.split("\n").some(isMarker));
        },
      ),
      { numRuns: 80 },
    );
  });
});
