import { driverSuite } from "./driver-suite.js";
import { fakeWorld } from "./worlds.js";

driverSuite("fake driver", fakeWorld());
