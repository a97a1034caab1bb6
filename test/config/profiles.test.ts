import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { folderWith } from "../toml/folder.js";
import { packageDir, settingsIn } from "./support.js";

interface Schema {
  readonly properties?: { readonly [name: string]: Schema };
}

/** Keys whose default is worked out, or is nothing. */
const WITHOUT_FIXED_DEFAULT = ["extends", "project_root", "allowed_roots"];

describe("the shipped profiles", () => {
  it("development sets every key, so that every config is whole", () => {
    const schema: Schema = JSON.parse(readFileSync(join(packageDir, "schemas/config.schema.json"), "utf8"));
    const development = parse(readFileSync(join(packageDir, "config/development.toml"), "utf8"));
    const missing = (one: Schema, table: Record<string, unknown>, path: string): string[] =>
      Object.entries(one.properties ?? {}).flatMap(([key, inner]) =>
        table[key] === undefined
          ? [`${path}${key}`]
          : missing(inner, table[key] as Record<string, unknown>, `${path}${key}.`),
      );
    expect(missing(schema, development, "")).toEqual(WITHOUT_FIXED_DEFAULT);
  });

  it("production allows read_only tools of low risk alone", async () => {
    const { policy, audit, rate } = await settingsIn(folderWith({}), { profile: "production" });
    expect(policy).toEqual({
      risk: { low: "allow", medium: "ask", high: "ask", critical: "deny" },
      writes: "ask",
      role: "public",
    });
    expect(audit).toEqual({ file: "/home/nobody/.local/state/agent-reach/audit.jsonl", sync: "always" });
    expect(rate.callsPerMinute).toBe(600);
  });

  it("test is the same on every machine", async () => {
    const { limits, groups } = await settingsIn(folderWith({}), { profile: "test" });
    expect(limits).toEqual({ concurrency: 4, queue: 32, callerShare: 1, queueTimeoutMs: 10_000 });
    expect(groups).toEqual({ cpu: 2, network: 4, io: 4 });
  });

  it("suit a laptop by default", async () => {
    const { policy, rate, limits, registry } = await settingsIn(folderWith({}));
    expect(policy.risk).toEqual({ low: "allow", medium: "allow", high: "ask", critical: "deny" });
    expect(policy.writes).toBe("allow");
    expect(rate.callsPerMinute).toBeNull();
    expect(limits.queue).toBe(8 * limits.concurrency);
    expect(registry).toEqual(["pack:*"]);
  });
});
