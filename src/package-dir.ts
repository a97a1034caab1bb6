import { fileURLToPath } from "node:url";

/** The package's own folder, where the shipped packs and profiles are; src/ and dist/ both lie right in it. */
export const packageDir = fileURLToPath(new URL("..", import.meta.url));
