import type { RunEvent } from "../../contract/index.js";

const ERASE_LINE = "\r\u001b[2K";
const EVERY_MS = 1000;

export interface Progress {
  event(event: RunEvent): void;
  clear(): void;
}

/** One line that says what a run waits for, shown while the tool itself prints nothing; silent off a terminal. */
export function createProgress(tool: string, terminal: NodeJS.WriteStream): Progress {
  if (!terminal.isTTY) return { event() {}, clear() {} };
  let doing = "waiting for a place";
  let since = performance.now();
  let shown = false;
  const clear = () => {
    if (shown) terminal.write(ERASE_LINE);
    shown = false;
  };
  // A line that the tool has not ended stays its own.
  let within = false;
  const timer = setInterval(() => {
    if (within) return;
    const seconds = Math.round((performance.now() - since) / 1000);
    terminal.write(`${ERASE_LINE}${tool}: ${doing}, ${seconds} s`);
    shown = true;
  }, EVERY_MS);
  return {
    event(event) {
      if (event.type === "started") doing = "running";
      if (event.type === "stopping") doing = `stopping (${event.reason})`;
      if (event.type === "started" || event.type === "stopping") since = performance.now();
      if (event.type === "output") {
        clear();
        within = !event.text.endsWith("\n");
        timer.refresh();
      }
      if (event.type === "settled") clearInterval(timer);
    },
    clear() {
      clearInterval(timer);
      clear();
    },
  };
}
