import { expect, it } from "vitest";
import { execJson, runCli } from "../../support/cli.js";
import { fixedTool, makeProject } from "../../support/project.js";

async function stored(script: string, config = {}) {
  const project = makeProject({ tools: [fixedTool(["sh", "-c", script])], config });
  const { result } = await execJson(project);
  return (...flags: string[]) => runCli(project, ["output", result.output!.id!, ...flags]);
}

it("keeps the streams apart where a last line does not end", async () => {
  const output = await stored("printf 'a\\nb'; sleep 0.05; printf 'c\\nd' >&2");
  expect((await output()).stdout).toBe("a\nb\nc\nd");
  expect((await output("--stream", "stdout")).stdout).toBe("a\nb");
});

it("says on stderr what the bytes of --raw lack, and in a line of its own in the text", async () => {
  // Only both ends of 256 KiB, and the first 64 KiB, are stored.
  const output = await stored("head -c 1000000 /dev/zero | tr '\\0' x", { output: { spool: "64 KiB" } });
  const raw = await output("--raw");
  const missing = 1_000_000 - raw.stdout.length;
  expect(missing).toBeGreaterThan(500_000);
  expect(raw).toMatchObject({ code: 0, stderr: `agent-reach: ${missing} bytes of stdout are missing: not stored.\n` });
  const text = (await output()).stdout.split("\n");
  expect(text.filter((line) => line.includes("[agent-reach: "))).toEqual([
    expect.stringMatching(new RegExp(`^\\[agent-reach: stdout line 1: ${missing} bytes not stored\\]$`)),
  ]);
  expect((await output("--raw", "--stream", "stderr")).stderr).toBe("");
});

it("64 is what every mistake in the question ends with, 71 an output that is not stored", async () => {
  const output = await stored("echo x");
  for (const [flags, words] of [
    [["--encoding", "klingon"], /no encoding called "klingon"/],
    [["--from", "x"], /no position/],
    [["--from", "0"], /no position/],
    [["--from", "3", "--to", "1"], /ends before it begins/],
    [["--tail", "0"], /1 or more/],
    [["--tail", "x"], /whole number/],
    [["--grep", "("], /RE2/],
    [["--context", "1"], /goes with --grep/],
    [["--raw", "--from", "1"], /needs --stream/],
    [["--stream", "stdin"], /stdout, stderr/],
  ] as const) {
    const { code, stdout, stderr } = await output(...flags);
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(words);
  }
  expect((await runCli(makeProject(), ["output", "o_nothing"])).code).toBe(71);
}, 30_000);
