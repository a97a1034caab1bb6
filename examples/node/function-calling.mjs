#!/usr/bin/env node
// Function calling with a provider's plain API: give it the specs, run what the model calls, hand the answers back.
// The model's message comes from stdin here, so that the example needs no key:
//
//     echo '[{"type": "function_call", "call_id": "c1", "name": "git_status", "arguments": "{}"}]' | node function-calling.mjs
import { text } from "node:stream/consumers";
import { createBroker, parseToolCall, toToolResult, toToolSpecs } from "agent-reach";

const broker = await createBroker();
const tools = toToolSpecs("openai", broker.tools());
process.stderr.write(`${tools.length} tools for the model\n`);

/** One call of the model, answered in the provider's shape. What cannot be run is answered too. */
async function answer(call) {
  const parsed = parseToolCall("openai", call, broker.tools());
  if (parsed.kind === "refused") return toToolResult("openai", parsed.result);
  return toToolResult("openai", await broker.execute(parsed.request), { notes: parsed.notes });
}

const calls = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(await Promise.all(calls.map(answer)), null, 2)}\n`);
await broker.close();
