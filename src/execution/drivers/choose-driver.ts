import type { ProcessDriver, Settings } from "../../contract/index.js";
import { BrokerError, fault } from "../../errors/index.js";
import { loadNativeDriver } from "./native.js";

export interface DriverChoice {
  readonly driver: ProcessDriver;
  /** Why it is not the native one, in words; null when it is. */
  readonly withoutNative: string | null;
}

const FORCED = ["native", "portable"];

/**
 * The native driver where there is one, else the portable one; AGENT_REACH_DRIVER forces either. Rejects with a BrokerError
 * when the forced one cannot be had, or when the config requires a containment that only the native one gives.
 */
export async function chooseDriver(
  containment: Settings["containment"],
  env: { readonly [name: string]: string | undefined },
): Promise<DriverChoice> {
  const forced = env.AGENT_REACH_DRIVER || null;
  if (forced !== null && !FORCED.includes(forced)) {
    const message = `AGENT_REACH_DRIVER is ${JSON.stringify(forced)}; it may be native or portable.`;
    throw new BrokerError(fault("AR_CONFIG_INVALID", message, { hint: "Unset it to let the machine decide." }));
  }
  if (forced === "portable") return portable(containment, "AGENT_REACH_DRIVER=portable");
  const loaded = loadNativeDriver(containment);
  if ("driver" in loaded) return { driver: loaded.driver, withoutNative: null };
  if (forced === null) return portable(containment, loaded.missing);
  const message = `AGENT_REACH_DRIVER=native, but there is no native driver: ${loaded.missing}.`;
  throw new BrokerError(fault("AR_CONFIG_INVALID", message, { hint: "Unset it to do with the portable driver." }));
}

async function portable({ mode, require }: Settings["containment"], withoutNative: string): Promise<DriverChoice> {
  if (!require || mode === "none") {
    // Where the native driver serves, a start need not load node:child_process and node:net.
    const { createPortableDriver } = await import("./portable.js");
    return { driver: createPortableDriver(), withoutNative };
  }
  const message = `The config requires containment, which needs the native driver, and there is none: ${withoutNative}.`;
  const hint = "Build it (npm rebuild agent-reach), or set [containment] require = false.";
  throw new BrokerError(fault("AR_CONTAINMENT_UNAVAILABLE", message, { hint }));
}
