import { describe, expect, it } from "vitest";
import { createResultCache } from "../../src/cache/index.js";
import { sampleCall, sampleResult } from "../observe/samples.js";

describe("the cache of results", () => {
  let now = 0;
  const clock = { now: () => now, after: () => ({ cancel: () => {} }) };
  const cached = (more = {}) => {
    const call = sampleCall();
    return { ...call, notes: [], tool: { ...call.tool, cacheMs: 1000, ...more } };
  };
  const success = sampleResult({ status: "success" });

  it("answers the same call under its own id, as long as the tool allows", () => {
    const cache = createResultCache(clock);
    const call = cached();
    cache.keep(call, success);
    now += 999;
    expect(cache.find({ ...call, id: "another" })).toMatchObject({ id: "another", stdout: success.stdout });
    now += 1;
    expect(cache.find(call)).toBeNull();
  });

  it("does not answer by a definition that was replaced", () => {
    const cache = createResultCache(clock);
    const call = cached();
    cache.keep(call, success);
    expect(cache.find({ ...call, tool: { ...call.tool, encoding: "gbk" } })).toBeNull();
    expect(cache.find(call)).not.toBeNull();
  });

  it("keeps no failure, nothing of a tool without a cache, and nothing with remarks", () => {
    const cache = createResultCache(clock);
    const call = cached();
    cache.keep(call, sampleResult({ status: "failed" }));
    cache.keep({ ...call, notes: ["said"] }, success);
    expect(cache.find(call)).toBeNull();
    const uncached = cached({ cacheMs: 0 });
    cache.keep(uncached, success);
    expect(cache.find(uncached)).toBeNull();
  });
});
