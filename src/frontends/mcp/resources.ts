import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { BrokerError } from "../../errors/index.js";
import { FieldError } from "./fields.js";
import type { Hub } from "./hub.js";
import { OUTPUT_TEMPLATE, outputUri, parseOutputUri } from "./output-uri.js";

export function listResources(hub: Hub): ListResourcesResult {
  return {
    resources: hub.outputs.list().map(({ id, tool, bytes }) => ({
      uri: outputUri(id),
      name: `${tool} output`,
      mimeType: "text/plain",
      size: bytes,
    })),
  };
}

export function listResourceTemplates(): ListResourceTemplatesResult {
  return {
    resourceTemplates: [
      {
        uriTemplate: OUTPUT_TEMPLATE,
        name: "output",
        title: "Output of a call",
        description:
          "The whole output of a call, a page at most; a range of lines, the last lines, or those that match.",
        mimeType: "text/plain",
      },
    ],
  };
}

export async function readResource(hub: Hub, uri: string): Promise<ReadResourceResult> {
  try {
    const output = parseOutputUri(uri);
    if (output === null) throw new ResourceNotFoundError(uri);
    const page = await hub.broker.readOutput(output.id, output.query);
    const more = page.next === null ? undefined : { "agent-reach/next": page.next };
    return { contents: [{ uri, mimeType: "text/plain", text: page.text, ...(more && { _meta: more }) }] };
  } catch (error) {
    if (error instanceof FieldError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    if (!(error instanceof BrokerError)) throw error;
    if (error.code === "AR_OUTPUT_NOT_FOUND") throw new ResourceNotFoundError(uri, error.message);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
}
