import { join } from "node:path";

/** The package's own folder, where the shipped packs and profiles are; src/ and dist/ both lie right in it. */
export const packageDir = join(import.meta.dirname, "..");

/** What the build knows of the shipped packs; null when we run from the sources, which may be newer. */
export const packSnapshotFile = import.meta.dirname.endsWith("dist") ? join(packageDir, "dist/packs.json") : null;
