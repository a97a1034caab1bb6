/** How `agent-reach` is started. */
export interface CommandLine {
  readonly program: string;
  /** Arguments of the program that stand before the command: the script. */
  readonly before: readonly string[];
  /** Flags after the command: `--config FILE` and the like. */
  readonly flags: readonly string[];
}
