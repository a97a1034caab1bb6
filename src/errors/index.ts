export { BrokerError } from "./broker-error.js";
export { fault } from "./fault.js";
export { errorBody, nothingRan, refusal } from "./refusal.js";
export { didYouMean, nearest } from "./suggest.js";
export { ERRORS, type ErrorRow, EXIT_STATUS } from "./table.js";
