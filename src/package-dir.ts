import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's own folder, where the shipped packs and profiles are; src/ and dist/ both lie right in it. */
export const packageDir = fileURLToPath(new URL("..", import.meta.url));

/** What the build knows of the shipped packs; null when we run from the sources, which may be newer. */
export const packSnapshotFile = import.meta.url.includes("/dist/") ? join(packageDir, "dist/packs.json") : null;
