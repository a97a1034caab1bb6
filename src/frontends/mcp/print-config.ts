export const MCP_CLIENTS = ["claude", "cursor", "codex", "vscode", "gemini"] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

export interface ClientConfig {
  /** Where it goes, for a person. */
  readonly place: string;
  readonly text: string;
}

const SERVER = { command: "agent-reach", args: ["mcp"] } as const;
/** Longer than most tools may run; clients that send a progress token are kept awake anyway. */
const TIMEOUT_S = 600;

/** What to put into a client's configuration to use this server. */
export function printConfig(client: McpClient): ClientConfig {
  switch (client) {
    case "claude":
      return json(".mcp.json in the project (Claude Code), or claude_desktop_config.json (Claude Desktop)", {
        mcpServers: { "agent-reach": SERVER },
      });
    case "cursor":
      return json(".cursor/mcp.json in the project, or ~/.cursor/mcp.json", { mcpServers: { "agent-reach": SERVER } });
    case "codex":
      return {
        place: "~/.codex/config.toml",
        text: `[mcp_servers.agent-reach]\ncommand = "agent-reach"\nargs = ["mcp"]\ntool_timeout_sec = ${TIMEOUT_S}\n`,
      };
    case "vscode":
      return json(".vscode/mcp.json in the project", { servers: { "agent-reach": { type: "stdio", ...SERVER } } });
    case "gemini":
      return json(".gemini/settings.json in the project, or ~/.gemini/settings.json", {
        mcpServers: { "agent-reach": { ...SERVER, timeout: TIMEOUT_S * 1000 } },
      });
  }
}

const json = (place: string, config: object): ClientConfig => ({ place, text: `${JSON.stringify(config, null, 2)}\n` });
