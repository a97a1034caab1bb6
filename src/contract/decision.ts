import type { Fault } from "./fault.js";

/** What the policy says of a Call. `rule` names the setting that decided, e.g. `policy.high`, `disable`, `scope`. */
export type Decision =
  | { readonly action: "allow"; readonly rule: string; readonly reason: string }
  | { readonly action: "ask"; readonly rule: string; readonly reason: string; readonly fault: Fault }
  | { readonly action: "deny"; readonly rule: string; readonly reason: string; readonly fault: Fault };
