// Loads the registry of the project in DIR in a fresh process and prints what that cost, as JSON.
//   node bench/growth/registry.mjs DIR
const { createBroker } = await import("../../dist/index.js");
const before = process.memoryUsage.rss();
const started = performance.now();
const broker = await createBroker({ cwd: process.argv[2] });
const loadMs = performance.now() - started;
const bytes = process.memoryUsage.rss() - before;
const called = performance.now();
const { status } = await broker.execute({ tool: "t" });
const firstCallMs = performance.now() - called;
const tools = broker.tools().length;
await broker.close();
process.stdout.write(JSON.stringify({ loadMs, bytes, firstCallMs, status, tools }));
