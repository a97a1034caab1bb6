import { describe, expect, it } from "vitest";
import { restore } from "../markers.js";
import { run, storedOf } from "../support.js";

const mechanical = (file: number) => {
  const hunk = (at: number) =>
    `@@ -${at},3 +${at},3 @@\n def f_${at}(x):\n-    return x + ${at}\n+    return int(x) + ${at}\n \n`;
  const hunks = Array.from({ length: 60 }, (_, i) => hunk(i * 9 + 1)).join("");
  return `diff --git a/gen/m${file}.py b/gen/m${file}.py\nindex 1..2 100644\n--- a/gen/m${file}.py\n+++ b/gen/m${file}.py\n${hunks}`;
};
const renamed = "diff --git a/README.md b/GUIDE.md\nsimilarity index 100%\nrename from README.md\nrename to GUIDE.md\n";
const telling =
  "diff --git a/auth.py b/auth.py\nindex 3..4 100644\n--- a/auth.py\n+++ b/auth.py\n@@ -1,3 +1,2 @@\n def allow(user):\n-    if user.locked: return False\n     return True\n";
const diff =
  mechanical(0) + renamed + mechanical(1) + telling + Array.from({ length: 6 }, (_, i) => mechanical(i + 2)).join("");

describe("selection of a diff", () => {
  it("shows the change unlike the rest whole, and what has no hunks", async () => {
    const { stdout } = await run({ stdout: diff }, { exitCode: 0 });
    expect(stdout).toContain(telling);
    expect(stdout).toContain("rename to GUIDE.md");
  });

  it("names every file, with the lines added and removed", async () => {
    const { stdout } = await run({ stdout: diff }, { exitCode: 0, tokens: 2000 });
    for (let file = 0; file < 8; file++) expect(stdout).toContain(`gen/m${file}.py`);
    expect(stdout).toMatch(/of gen\/m2\.py \+\d+ -\d+/);
  });

  it("leads to what is missing", async () => {
    const { stdout } = await run({ stdout: diff }, { exitCode: 0 });
    expect(await restore(stdout, storedOf({ stdout: diff }))).toBe(diff);
  });

  it("is one also without git's lines", async () => {
    const plain = diff.replace(/^(diff|index|similarity|rename).*\n/gm, "");
    const { stdout } = await run({ stdout: plain }, { exitCode: 0 });
    expect(stdout).toContain("-    if user.locked: return False");
    expect(stdout).toContain("gen/m5.py");
  });
});
