import { describe, expect, it } from "vitest";
import { Approvals } from "../../src/policy/index.js";
import { HandClock } from "./hand-clock.js";

describe("an approval", () => {
  it("lets one call of its digest through, once", () => {
    const approvals = new Approvals(new HandClock());
    const { token } = approvals.give("sha256:a");
    expect(approvals.use(token, "sha256:b")).toBe(false);
    expect(approvals.use(token, "sha256:a")).toBe(true);
    expect(approvals.use(token, "sha256:a")).toBe(false);
    expect(approvals.use("made up", "sha256:a")).toBe(false);
  });

  it("is void after the time it names", () => {
    const clock = new HandClock();
    const approvals = new Approvals(clock);
    const [kept, late] = [approvals.give("d"), approvals.give("d")];
    clock.ms += kept.expires_in_ms - 1;
    expect(approvals.use(kept.token, "d")).toBe(true);
    clock.ms += 1;
    expect(approvals.use(late.token, "d")).toBe(false);
  });

  it("is one of a bounded number: the oldest is void first", () => {
    const approvals = new Approvals(new HandClock());
    const tokens = Array.from({ length: 1001 }, () => approvals.give("d").token);
    expect(new Set(tokens).size).toBe(1001);
    expect(approvals.use(tokens[0]!, "d")).toBe(false);
    expect(approvals.use(tokens[1]!, "d")).toBe(true);
  });
});
