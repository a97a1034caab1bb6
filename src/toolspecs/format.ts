/** Where specs go: `openai` is the Responses API, `openai-strict` the same with `strict: true`. */
export const TOOL_FORMATS = ["json", "openai", "openai-chat", "openai-strict", "anthropic", "gemini", "mcp"] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];
