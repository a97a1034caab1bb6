import { afterAll, describe } from "vitest";
import type { ContainmentMode } from "../../src/contract/index.js";
import { loadNativeDriver, type NativeDriver } from "../../src/execution/drivers/native.js";

export const CONTAINING = ["cgroup", "namespace", "subreaper"] as const satisfies readonly ContainmentMode[];

/** The driver in one mode and no other, or why it cannot be had here. */
export async function driverIn(mode: ContainmentMode): Promise<NativeDriver | string> {
  const loaded = loadNativeDriver({ mode, require: true });
  if ("missing" in loaded) return loaded.missing;
  const inForce = await loaded.driver.containment();
  if (inForce?.mode === mode) return loaded.driver;
  await loaded.driver.close();
  return inForce?.unavailable.find((other) => other.mode === mode)?.reason ?? "the warden cannot be started";
}

/** Tests for each mode that contains; what this machine lacks is skipped, with the reason. */
export async function describeModes(name: string, tests: (driver: NativeDriver) => void): Promise<void> {
  for (const mode of CONTAINING) {
    const driver = await driverIn(mode);
    if (typeof driver === "string") {
      describe.skip(`${name}, mode ${mode} (skipped: ${driver})`, () => tests(null as never));
      continue;
    }
    describe(`${name}, mode ${mode}`, () => {
      afterAll(() => driver.close());
      tests(driver);
    });
  }
}
