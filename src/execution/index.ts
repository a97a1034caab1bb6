export { type ContainmentReport, detectContainment } from "./containment/detect.js";
export type { ContainmentInForce } from "./containment/modes.js";
export { chooseDriver, type DriverChoice } from "./drivers/choose-driver.js";
export { createExecutor, type ExecutorOptions } from "./executor.js";
export type { Executor, Run, RunHooks, RunSpec } from "./run-spec.js";
