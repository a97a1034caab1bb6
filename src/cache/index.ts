export { createResultCache, type ResultCache } from "./result-cache.js";
