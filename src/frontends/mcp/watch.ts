import { type FSWatcher, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import type { SourceFault } from "../../contract/index.js";
import type { Hub } from "./hub.js";

/** Editors write a file in several steps; they are one change. */
const SETTLE_MS = 150;
const FAULTS_SHOWN = 5;

/**
 * Reloads the registry when a file of it changes, is added or removed. A fault leaves the tools of before in force and
 * is told to `say`. The returned function ends the watching.
 */
export function watchRegistry(hub: Hub, say: (line: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | null = null;
  let reloading = false;
  let again = false;
  let closed = false;

  const changed = (_event: string, file: string | null) => {
    if (closed || (file !== null && !file.endsWith(".toml"))) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLE_MS);
  };

  const reload = async () => {
    if (reloading) {
      again = true;
      return;
    }
    reloading = true;
    do {
      again = false;
      const report = await hub.broker.reload();
      hub.registryFaults = report.faults;
      if (report.faults.length > 0) say(faultText(report.faults));
      else if (report.changed) {
        say(`registry reloaded: ${hub.broker.tools().length} tools`);
        hub.toolsChanged();
      }
      watchFolders();
    } while (again && !closed);
    reloading = false;
  };

  /** Folders, not files: an editor that replaces a file would leave us watching the old one. */
  const watchFolders = () => {
    const folders = closed ? new Set<string>() : foldersOf(hub);
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, changed);
        watcher.on("error", () => {
          watcher.close();
          watchers.delete(folder);
        });
        watchers.set(folder, watcher);
      } catch (error) {
        say(`changes in ${folder} will not be seen: ${(error as Error).message}`);
      }
    }
  };

  watchFolders();
  return () => {
    closed = true;
    if (timer !== null) clearTimeout(timer);
    watchFolders();
  };
}

/** Where registry files lie, and where those that a pattern would match may come to lie. */
function foldersOf(hub: Hub): Set<string> {
  const folders = new Set(hub.broker.registryFiles().map(dirname));
  const { registry, projectRoot } = hub.broker.settings;
  for (const entry of registry) {
    if (entry.startsWith("pack:")) continue;
    const fixed = entry.replace(/[*?[{(].*$/s, "x");
    folders.add(dirname(resolve(projectRoot, fixed)));
  }
  return folders;
}

function faultText(faults: readonly SourceFault[]): string {
  const lines = faults.slice(0, FAULTS_SHOWN).map((fault) => {
    const place = [fault.file, fault.line, fault.column].filter((part) => part !== null).join(":");
    return `  ${place}: ${fault.key === null ? "" : `${fault.key}: `}${fault.message}`;
  });
  const more = faults.length > FAULTS_SHOWN ? [`  and ${faults.length - FAULTS_SHOWN} more`] : [];
  return ["registry not reloaded, the tools of before stay in force:", ...lines, ...more].join("\n");
}
