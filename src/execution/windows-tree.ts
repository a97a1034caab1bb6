import { signalProcess } from "./signal-process.js";

/** Windows has neither signals nor groups: every signal that stops ends the whole tree, through `taskkill /T /F`. */
export class WindowsTree {
  readonly #leader: number;
  #reaped = false;

  constructor(leader: number) {
    this.#leader = leader;
  }

  leaderReaped(): void {
    this.#reaped = true;
  }

  async alive(): Promise<readonly number[]> {
    return !this.#reaped && signalProcess(this.#leader, 0) ? [this.#leader] : [];
  }

  async signal(signal: NodeJS.Signals): Promise<number> {
    if (signal === "SIGCONT" || (await this.alive()).length === 0) return 0;
    const { default: treeKill } = await import("tree-kill");
    return new Promise((resolve) => treeKill(this.#leader, signal, (error) => resolve(error === undefined ? 1 : 0)));
  }
}
