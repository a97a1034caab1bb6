import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadNative } from "../../src/execution/drivers/native-binding.js";
import { processesWith } from "../support/processes.js";
import { bundle } from "./bundle.js";
import { hidden } from "./hiding.js";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

let program: string;
let remove: () => void;
beforeAll(async () => {
  [program, remove] = await bundle("one-run");
});
afterAll(() => remove());

/** One run by somebody who may do nothing special. */
async function asNobody(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    uid: NOBODY,
    gid: NOBODY,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = [child.stdout, child.stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  });
  const stdout = await out!;
  if (stdout === "") throw new Error(await err!);
  return JSON.parse(stdout);
}

// Only root can become somebody else; a run as a common user passes the other tests without power anyway.
describe.skipIf(!isRoot || "missing" in loadNative())("without root's power", () => {
  it("finds a way to contain a daemon that hides", async () => {
    accessSync(program, constants.R_OK);
    const { mark, script } = hidden();
    const { inForce, outcome, cleanup } = await asNobody("auto", `${script}; echo done`);
    expect(outcome).toEqual({ kind: "exited", exit: { code: 0, signal: null } });
    expect(cleanup.survivors).toEqual([]);
    expect(processesWith(mark)).toEqual([]);
    for (const { reason } of inForce.unavailable) expect(reason).not.toBe("");
  });

  it("starts nothing when the mode that is required is not there", async () => {
    const { inForce, outcome } = await asNobody("cgroup!", "echo ran");
    // Where this user may make cgroups it is there.
    if (inForce.mode === "cgroup") return;
    expect(outcome).toMatchObject({ kind: "faulted", fault: { code: "AR_CONTAINMENT_UNAVAILABLE" } });
  });

  it("takes the next best when it is not required", async () => {
    const { inForce, outcome } = await asNobody("cgroup", "exit 3");
    expect(["cgroup", "namespace", "subreaper"]).toContain(inForce.mode);
    expect(outcome).toMatchObject({ exit: { code: 3 } });
  });

  it("keeps the user's identity in a namespace, with a /proc of its own", async () => {
    const { inForce, stdout } = await asNobody(
      "namespace",
      'id -u; test -d /proc/$$ && grep "^Pid:" /proc/$$/status; echo $$',
    );
    if (inForce.mode !== "namespace") return;
    const [user, seen, own] = stdout.trim().split("\n");
    expect(user).toBe(String(NOBODY));
    expect(seen).toBe(`Pid:\t${own}`);
  });

  it("holds limits", async () => {
    const { outcome } = await asNobody("auto", "for i in $(seq 1 60); do sleep 9 & done; wait", '{"processes":20}');
    expect(outcome).toMatchObject({ kind: "limited", limit: "processes" });
  });
});
