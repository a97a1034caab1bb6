import type { Status } from "../contract/index.js";
import { EXIT_STATUS } from "../errors/index.js";

/** Calls settled, by status; what `BrokerStats.settled` shows. */
export interface StatusCounts {
  count(status: Status): void;
  /** As they are now. */
  snapshot(): { readonly [status in Status]: number };
}

export function createStatusCounts(): StatusCounts {
  const counts = Object.fromEntries(Object.keys(EXIT_STATUS).map((status) => [status, 0])) as Record<Status, number>;
  return {
    count: (status) => {
      counts[status] += 1;
    },
    snapshot: () => ({ ...counts }),
  };
}
