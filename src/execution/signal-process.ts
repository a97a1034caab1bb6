/**
 * Sends a signal to a process, or to a group when `pid` is negative. False: gone, or not ours to signal.
 * 0, 1 and -1 stand for our own group, the first process and everybody; they and the broker are never signalled,
 * whatever went wrong before.
 */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (!Number.isSafeInteger(pid) || Math.abs(pid) <= 1 || Math.abs(pid) === process.pid) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
