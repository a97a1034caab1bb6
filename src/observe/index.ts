export { createAudit } from "./audit.js";
export { type AuditScan, lostRecord, scanAudit, type UnfinishedCall } from "./audit-scan.js";
export { createLog, type LineLevel, type Log } from "./log.js";
export { decisionRecord, endRecord } from "./records.js";
export { createRunMarks, type RunMark } from "./run-mark.js";
export { createStatusCounts, type StatusCounts } from "./status-counts.js";
