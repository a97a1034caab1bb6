import { BrokerError, fault } from "../../errors/index.js";

const DEFAULT = { host: "127.0.0.1", port: 8017 } as const;

/** `--http` alone, `--http 8080`, `--http 0.0.0.0:8080`, `--http [::1]:8080`. Throws a BrokerError for anything else. */
export function parseAddress(value: string | true): { readonly host: string; readonly port: number } {
  if (value === true) return DEFAULT;
  const match = /^(?:(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]+):)?(?<port>\d{1,5})$/.exec(value);
  const port = Number(match?.groups?.port);
  if (match === null || port > 65_535) {
    throw new BrokerError(
      fault("AR_REQUEST_INVALID", `${JSON.stringify(value)} is no address.`, {
        hint: "Write HOST:PORT, or PORT alone.",
      }),
    );
  }
  return { host: match.groups?.host?.replace(/^\[|\]$/g, "") ?? DEFAULT.host, port };
}
