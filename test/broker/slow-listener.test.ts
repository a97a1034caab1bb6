import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import type { RunEvent } from "../../src/contract/index.js";

it("a listener that is slow for longer than output is waited for loses none of it", async () => {
  const command = [
    "node",
    "-e",
    'process.stdout.write("x".repeat(500_000)); process.stderr.write("y".repeat(200_000))',
  ];
  const tool = { name: "prints", description: "Prints.", command, cwd: "temp", timeout: 20, risk: "low" };
  const broker = await createBroker({ definitions: { tools: [tool] } });
  onTestFinished(() => broker.close());
  let slow = true;
  const onEvent = async (event: RunEvent) => {
    if (event.type !== "output" || !slow) return;
    slow = false;
    await sleep(3000);
  };
  const result = await broker.execute({ tool: "prints" }, { onEvent });
  expect(result).toMatchObject({ status: "success", note: null });
  expect(result.output!.stdout.bytes).toBe(500_000);
  expect(result.output!.stderr.bytes).toBe(200_000);
});
