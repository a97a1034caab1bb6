import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";
import { CALLS } from "./scenario.js";

/** A local server that speaks for the model: calls the four tools, and says "done" once it has their answers. */
export async function modelServer() {
  const mock = new LLMock({ port: 0 });
  mock.on({ hasToolResult: true }, { content: "done" });
  mock.on(
    { hasToolResult: false },
    { toolCalls: CALLS.map((call) => ({ id: call.id, name: call.name, arguments: JSON.stringify(call.arguments) })) },
  );
  await mock.start();
  onTestFinished(() => mock.stop());
  return {
    url: mock.url,
    /** Bodies of the requests, as the provider's SDK sent them. */
    bodies: () => mock.getRequests().map((entry) => entry.body as unknown as { readonly [key: string]: unknown }),
  };
}
