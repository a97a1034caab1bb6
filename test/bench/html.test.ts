import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linearAxis, logAxis, percentileAxis } from "../../src/bench/html/axis.js";
import { compareReports, reportPage } from "../../src/bench/index.js";
import { figures, showMs } from "../../src/bench/report/units.js";
import { makeProject } from "../support/project.js";
import { reportWith } from "./reports.js";

const samples = { done: [90, 100, 110, 100], p50: [5, 5, 6, 5], p99: [40, 41, 39, 42] };

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const withoutChromium = chromium === undefined;
if (withoutChromium) process.stdout.write("skipped: the report in a browser, as Chromium is not installed\n");

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

describe("report page", () => {
  it("needs nothing from outside and escapes what comes from files", () => {
    const page = reportPage(reportWith(samples, { mix: '<script>alert("x")</script>' }), null);
    expect(page).not.toMatch(/<script/i);
    expect(page).not.toMatch(/(src|href)=|@import|url\(/i);
    expect(page).toContain("&lt;script&gt;");
  });

  it("says first whether everything was right", () => {
    const report = reportWith(samples);
    expect(reportPage(report, null)).toContain("Every call was answered once, and rightly.");
    const lost = { ...report.runs[0]!, calls: { ...report.runs[0]!.calls, lost: 3 } };
    expect(reportPage({ ...report, runs: [lost] }, null)).toContain("3 calls got no answer");
  });

  it.skipIf(withoutChromium)("shows its plots in a browser, in light and dark, wide and narrow", async () => {
    const { chromium: browserType } = await import("playwright-core");
    const report = reportWith(samples);
    const run = report.runs[0]!;
    const knee = { rate_per_s: 90, capacity_per_s: 100 };
    const step = (rate: number) => ({ ...run, load: { kind: "open", rate_per_s: rate } as const, asked_per_s: rate });
    const project = makeProject();
    const pages = [
      {
        file: project.write("run.html", reportPage(report, compareReports(report, report))),
        plots: ["latency-curve", "latency-histogram", "rates", "latency-series", "memory", "loop-delay"],
      },
      {
        file: project.write("ramp.html", reportPage({ ...report, runs: [step(50), step(100), step(200)], knee }, null)),
        plots: ["ramp-rates", "ramp-latency"],
      },
    ];
    const profile = `${project.dir}/profile`;
    const browser = await browserType.launchPersistentContext(profile, {
      executablePath: chromium,
      args: CHROMIUM_FLAGS,
      headless: true,
      offline: true,
    });
    try {
      for (const { file, plots } of pages) {
        const errors: string[] = [];
        const tab = await browser.newPage();
        tab.on("pageerror", (error) => errors.push(error.message));
        tab.on("requestfailed", (request) => errors.push(request.url()));
        await tab.goto(`file://${file}`);
        const backgrounds = new Set<string>();
        for (const colorScheme of ["light", "dark"] as const) {
          await tab.emulateMedia({ colorScheme });
          for (const width of [1280, 380]) {
            await tab.setViewportSize({ width, height: 900 });
            for (const plot of plots) {
              const box = await tab.locator(`#${plot} svg`).boundingBox();
              expect(box!.width, plot).toBeGreaterThan(250);
              const marks = await tab.locator(`#${plot} svg .line path, #${plot} svg .bars rect`).all();
              expect(marks.length, plot).toBeGreaterThan(0);
              for (const mark of marks) expect((await mark.boundingBox())!.width, plot).toBeGreaterThan(0);
            }
            // Nothing sticks out at the side.
            expect(await tab.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
          }
          backgrounds.add(await tab.evaluate("getComputedStyle(document.body).backgroundColor"));
        }
        expect(backgrounds.size).toBe(2);
        expect(errors).toEqual([]);
        await tab.close();
      }
    } finally {
      await browser.close();
    }
  });
});

describe("axes", () => {
  const show = String;

  it("place values between their ends, ticks at round numbers", () => {
    const axis = linearAxis([0, 37, 80], { label: "", show });
    expect(axis.ticks.map(({ text }) => text)).toEqual(["0", "20", "40", "60", "80"]);
    expect(axis.place(40)).toBeCloseTo(0.5);
    const log = logAxis([0.02, 30], { label: "", show });
    expect(log.ticks.map(({ text }) => Number(text))).toEqual([0.01, 0.1, 1, 10, 100]);
    expect(log.place(1)).toBeCloseTo(0.5);
    expect(log.place(0)).toBe(0);
  });

  it("stretch the tail of percentiles, a nine at a time", () => {
    const axis = percentileAxis(99.9, "");
    expect(axis.place(90)).toBeCloseTo(1 / 3);
    expect(axis.place(99)).toBeCloseTo(2 / 3);
    expect(axis.place(100)).toBe(1);
  });

  it("stand without values", () => {
    for (const axis of [linearAxis([], { label: "", show }), logAxis([], { label: "", show })]) {
      expect(axis.ticks.length).toBeGreaterThan(1);
      expect(axis.ticks.every(({ at }) => at >= 0 && at <= 1)).toBe(true);
    }
  });
});

describe("numbers for people", () => {
  it("have three figures and a fitting unit", () => {
    const shown = [0.0123, 0.9999, 12.34, 999.6, 4560, 65_000, 600_000].map(showMs);
    expect(shown).toEqual(["12.3 µs", "1 ms", "12.3 ms", "1 s", "4.56 s", "1.08 min", "10 min"]);
    expect([0, 0.1234, 1234.5, 1_000_000].map(figures)).toEqual(["0", "0.123", "1,235", "1,000,000"]);
    expect(showMs(null)).toBe("–");
  });
});
