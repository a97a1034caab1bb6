/** One thing that has to be right for the broker to work. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly text: string;
  /** What to do; null when nothing has to be done. */
  readonly remedy: string | null;
}

export const check = (name: string, state: Check["state"], text: string, remedy: string | null = null): Check => ({
  name,
  state,
  text,
  remedy,
});
