export { countTokens, fits, measure, surelyFits } from "./count.js";
export { estimateTokens } from "./estimate.js";
