import { dirname } from "node:path";
import { absolutePattern, type Document, type Plain, type Table } from "../toml/index.js";
import { absolutePath, realPath, type Variables } from "./folders.js";

/** Stands for the folder that Agent-Reach is started in, in `project_root` and `allowed_roots`. */
const CWD = "{cwd}";
/** Begins a log or audit file that lies in the state folder, wherever that is. */
export const IN_STATE_DIR = "{state_dir}/";

/** The table of a document with every path in it made absolute: paths are relative to the file that names them. */
export function rebase(document: Document, cwd: string, env: Variables): Table {
  const folder = realPath(document.text === null ? cwd : dirname(document.file));
  const root = (name: Plain) => (name === CWD ? cwd : absolutePath(folder, name as string, env));
  const path = (name: Plain) => (name === "" ? name : absolutePath(folder, name as string, env));
  const file = (name: Plain) => ((name as string).startsWith(IN_STATE_DIR) ? name : path(name));
  const source = (name: Plain) => absolutePattern(folder, name as string);

  const table = change(document.table, {
    project_root: root,
    allowed_roots: each(root),
    registry: each(source),
    state_dir: path,
    log: (log) => change(log as Table, { file }),
    audit: (audit) => change(audit as Table, { file }),
  });
  delete table.extends;
  return table;
}

type Change = (value: Plain) => Plain;

const each =
  (one: Change): Change =>
  (values) =>
    (values as Plain[]).map(one);

/** A copy in which the keys that are there are changed. */
function change(table: Table, changes: { readonly [key: string]: Change }): Table {
  const changed: Table = Object.assign(Object.create(null), table);
  for (const [key, make] of Object.entries(changes)) {
    if (changed[key] !== undefined) changed[key] = make(changed[key]);
  }
  return changed;
}
