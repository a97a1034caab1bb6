import { createPortableDriver } from "../../../src/execution/drivers/portable.js";
import { driverSuite } from "../driver-suite.js";
import { realDriverSuite } from "../real-driver-suite.js";
import { realWorld } from "../worlds.js";

const world = realWorld(createPortableDriver());
driverSuite("portable driver", world);
realDriverSuite("portable driver", world);
