import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/frontends/mcp/address.js";
import { MCP_CLIENTS, printConfig } from "../../../src/frontends/mcp/index.js";

describe("printConfig", () => {
  it.each(MCP_CLIENTS)("gives %s a config that its format can read", (client) => {
    const { place, text } = printConfig(client);
    const config = client === "codex" ? parse(text) : JSON.parse(text);
    const servers = config.mcpServers ?? config.servers ?? config.mcp_servers;
    expect(servers["agent-reach"]).toMatchObject({ command: "agent-reach", args: ["mcp"] });
    expect(place).toMatch(/\.(json|toml)/);
  });
});

describe("parseAddress", () => {
  it("takes a port, a host with one, and nothing", () => {
    expect(parseAddress(true)).toEqual({ host: "127.0.0.1", port: 8017 });
    expect(parseAddress("9000")).toEqual({ host: "127.0.0.1", port: 9000 });
    expect(parseAddress("0.0.0.0:0")).toEqual({ host: "0.0.0.0", port: 0 });
    expect(parseAddress("[::1]:80")).toEqual({ host: "::1", port: 80 });
    expect(parseAddress("localhost:80")).toEqual({ host: "localhost", port: 80 });
  });

  it.each(["", "x", "host:", ":80", "1:2:3", "127.0.0.1:70000", "::1:80"])("refuses %j with a remedy", (text) => {
    expect(() => parseAddress(text)).toThrow("is no address");
  });
});
