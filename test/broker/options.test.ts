import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { BrokerError } from "../../src/errors/index.js";

const definitions = {
  tools: [{ name: "t", description: "d", command: ["true"], cwd: "temp", timeout: 5, risk: "low" }],
};
/** As a caller in JavaScript makes it. */
const make = (options: unknown) => createBroker(options as never);

describe("createBroker", () => {
  it.each([
    [null, null, /expects an object/],
    [[], null, /expects an object/],
    [{ profile: 5 }, "profile", /name of a profile/],
    [{ config: 7 }, "config", /a file or an object/],
    [{ config: null }, "config", /a file or an object/],
    [{ definitions: "x" }, "definitions", /an object/],
    [{ role: "root" }, "role", /public, internal, admin/],
    [{ logLevel: "loud" }, "logLevel", /debug/],
    [{ cwd: 1 }, "cwd", /a folder/],
    [{ env: "PATH" }, "env", /variables/],
    [{ confg: "x" }, "confg", /unknown option.*Did you mean "config"/],
  ])("%j is refused with a BrokerError", async (options, key, words) => {
    const error = await make(options).catch((reason) => reason);
    expect(error).toBeInstanceOf(BrokerError);
    expect(error.message).toMatch(words);
    expect(error.fault.details.faults).toMatchObject([{ key }]);
  });
});

describe("execute", () => {
  it("takes null for no options, and answers invalid for options that make no sense", async () => {
    const broker = await make({ definitions });
    onTestFinished(() => broker.close());
    const execute = (options: unknown) => broker.execute({ tool: "t", id: "c1" }, options as never);
    for (const options of [null, undefined, {}, { signal: null, onEvent: null }]) {
      expect(await execute(options)).toMatchObject({ status: "success" });
    }
    for (const [options, words] of [
      [5, /options/],
      [{ signal: 5 }, /signal/],
      [{ onEvent: "x" }, /onEvent/],
      [{ approval: 1 }, /approval/],
      [{ abortSignal: new AbortController().signal }, /no option "abortSignal"/],
    ] as const) {
      const result = await execute(options);
      expect(result).toMatchObject({ id: "c1", tool: "t", status: "invalid", error: { code: "AR_REQUEST_INVALID" } });
      expect(result.error?.message).toMatch(words);
    }
  });
});
