import { afterEach, describe, expect, it } from "vitest";
import { createRandom } from "../../src/bench/mix/random.js";
import { loadNative } from "../../src/execution/drivers/native-binding.js";
import { wardens } from "../native/wardens.js";
import { CALLS, DRIVERS, SEED, wait } from "./campaign.js";
import { mix } from "./mix.js";

const realNow = Date.now;
afterEach(() => {
  Date.now = realNow;
});

/** Steps of the wall clock, which nothing may notice. */
function jumpingClock(random: () => number): NodeJS.Timeout {
  return setInterval(() => {
    const skew = Math.round((random() - 0.5) * 48 * 3_600_000);
    Date.now = () => realNow() + skew;
  }, 50);
}

describe.each(DRIVERS)(`a random mix on the %s driver, seed ${SEED}`, (driver) => {
  it(`answers ${CALLS} calls once each and rightly, whatever the wall clock does, and leaves nothing`, async () => {
    const clock = jumpingClock(createRandom(SEED + 1));
    expect(await mix({ driver, calls: CALLS, seed: SEED })).toEqual([]);
    clearInterval(clock);
  });
});

describe.skipIf("missing" in loadNative())(`a warden that is attacked during a random mix, seed ${SEED}`, () => {
  it("costs the runs that it held, and nobody else anything", async () => {
    const random = createRandom(SEED);
    let over = false;
    let lost = 0;
    const attack = async () => {
      while (!over) {
        await wait(50 + random() * 400);
        const [pid] = wardens();
        if (pid !== undefined && !over) process.kill(pid, random() < 0.5 ? "SIGKILL" : "SIGSTOP");
      }
    };
    const attacking = attack();
    const wrong = await mix({
      driver: "native",
      calls: CALLS,
      seed: SEED,
      done: () => {
        over = true;
      },
      excused: ({ status, error }) => {
        const excuses = status === "error" && error?.code === "AR_SPAWN_FAILED";
        lost += Number(excuses);
        return excuses;
      },
    });
    await attacking;
    expect(wrong).toEqual([]);
    expect(lost).toBeGreaterThan(0);
  });
});
