import { driverSuite } from "../execution/driver-suite.js";
import { realDriverSuite } from "../execution/real-driver-suite.js";
import { realWorld } from "../execution/worlds.js";
import { describeModes } from "./modes.js";

await describeModes("native driver", (driver) => {
  driverSuite("native driver", realWorld(driver));
  realDriverSuite("native driver", realWorld(driver));
});
