export { type ClientConfig, MCP_CLIENTS, type McpClient, printConfig } from "./print-config.js";
export { type McpFlags, runMcp } from "./run.js";
