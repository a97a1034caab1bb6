import { createBroker } from "../../broker/index.js";
import type { Explanation } from "../../contract/index.js";
import { EXIT_STATUS } from "../../errors/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { personLines } from "./person.js";
import { createWriter } from "./stdio.js";
import { toolRequest } from "./tool-request.js";

export interface ExplainFlags extends CommonFlags {
  readonly json?: true;
  readonly cwd?: string;
  readonly ownFlags: readonly string[];
}

/** `explain`: what would run and why; runs nothing. */
export async function explainTool(name: string, words: readonly string[], flags: ExplainFlags): Promise<number> {
  const broker = await createBroker({ ...brokerOptions(flags), oneShot: true });
  try {
    const asked = toolRequest(broker, name, words, flags);
    if (asked.kind === "wrong") {
      process.stderr.write(`agent-reach: ${asked.message}\n`);
      return EXIT_STATUS.invalid;
    }
    const answer = broker.explain(asked.request);
    if ("status" in answer) {
      if (flags.json) await createWriter(1).write(`${JSON.stringify(answer, null, 2)}\n`);
      else if (answer.error !== null) {
        for (const line of personLines(answer.error, broker.definition(name))) {
          process.stderr.write(`agent-reach: ${line}\n`);
        }
      }
      return EXIT_STATUS[answer.status];
    }
    await createWriter(1).write(flags.json ? `${JSON.stringify(answer, null, 2)}\n` : describe(answer));
    return EXIT_STATUS.success;
  } finally {
    await broker.close();
  }
}

function describe(explanation: Explanation): string {
  const { policy } = explanation;
  const rows: [string, string][] = [
    ["tool", explanation.tool],
    ["argv", explanation.argv.map((element) => JSON.stringify(element)).join(" ")],
    ["binary", explanation.binary ?? "not found on PATH"],
    ["cwd", explanation.cwd ?? "a new temporary folder"],
    ["environment", explanation.env.join(" ")],
    ["group", explanation.exclusive ? `${explanation.group}, alone in it` : explanation.group],
    ["locks", explanation.locks.join(" ") || "none"],
    ["timeout", `${explanation.timeout_ms / 1000} s`],
    ["policy", `${policy.action}, by ${policy.rule}: ${policy.reason}`],
    ["digest", explanation.digest],
  ];
  if (explanation.note !== null) rows.push(["note", explanation.note]);
  return rows.map(([name, value]) => `${name.padEnd(12)} ${value}\n`).join("");
}
