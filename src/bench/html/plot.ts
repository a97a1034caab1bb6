import type { Axis } from "./axis.js";
import { element, escapeText } from "./markup.js";

export interface Line {
  readonly name: string;
  /** Which of the page's series colours, 1 … 4; 0 = the muted one, for a line to hold others against. */
  readonly color: 0 | 1 | 2 | 3 | 4;
  readonly points: readonly (readonly [number, number])[];
}

export interface PlotFrame {
  /** Of the figure, for links and tests. */
  readonly id: string;
  readonly title: string;
  /** What to see in it, in a sentence. */
  readonly caption: string;
  readonly x: Axis;
  readonly y: Axis;
}

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 86;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 44;

const toX = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT);
const toY = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);

/** Lines over one pair of axes, with a legend when there is more than one. */
export function linePlot(frame: PlotFrame, lines: readonly Line[]): string {
  const drawn = lines.filter(({ points }) => points.length > 0);
  const marks = drawn.flatMap((line) => {
    const places = line.points.map(([x, y]) => [toX(frame.x.place(x)), toY(frame.y.place(y))] as const);
    const path = places.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const spots = line.points.map(([x, y], index) => {
      const [cx, cy] = places[index]!;
      return element("circle", { cx, cy, r: 5 }, element("title", {}, escapeText(spotText(frame, line.name, x, y))));
    });
    return element("g", { class: `line c${line.color}` }, [element("path", { d: path }), ...spots]);
  });
  return figure(frame, marks, drawn.length > 1 ? legend(drawn) : "");
}

/** Bars `[from, to, height]` that stand on the x axis. */
export function barPlot(frame: PlotFrame, bars: readonly (readonly [number, number, number])[]): string {
  const marks = bars.map(([from, to, height]) => {
    const [left, right, top] = [toX(frame.x.place(from)), toX(frame.x.place(to)), toY(frame.y.place(height))];
    const text = `${frame.x.show(from)} to ${frame.x.show(to)}: ${frame.y.show(height)}`;
    const shape = { x: left, y: top, width: Math.max(1, right - left - 1), height: Math.max(1, toY(0) - top) };
    return element("rect", shape, element("title", {}, escapeText(text)));
  });
  return figure(frame, [element("g", { class: "bars" }, marks)], "");
}

const spotText = ({ x, y }: PlotFrame, name: string, at: number, value: number) =>
  `${name}, ${x.show(at)}: ${y.show(value)}`;

function figure({ id, title, caption, x, y }: PlotFrame, marks: readonly string[], below: string): string {
  const [left, right, bottom] = [toX(0), toX(1), toY(0)];
  const middle = (TOP + bottom) / 2;
  const parts = [
    ...y.ticks.flatMap(({ at, text }) => [
      element("line", { class: "grid", x1: left, x2: right, y1: toY(at), y2: toY(at) }),
      element("text", { x: left - 8, y: toY(at) + 4, "text-anchor": "end" }, escapeText(text)),
    ]),
    ...x.ticks.flatMap(({ at, text }) => [
      element("line", { class: "tick", x1: toX(at), x2: toX(at), y1: bottom, y2: bottom + 4 }),
      element("text", { x: toX(at), y: bottom + 17, "text-anchor": "middle" }, escapeText(text)),
    ]),
    element("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
    element(
      "text",
      { class: "name", x: (left + right) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
      escapeText(x.label),
    ),
    element(
      "text",
      { class: "name", x: 14, y: middle, transform: `rotate(-90 14 ${middle})`, "text-anchor": "middle" },
      escapeText(y.label),
    ),
    ...marks,
  ];
  const svg = element(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}. ${caption}` },
    parts,
  );
  return element("figure", { id, class: "plot" }, [
    element("h3", {}, escapeText(title)),
    element("p", {}, escapeText(caption)),
    svg,
    below,
  ]);
}

const legend = (lines: readonly Line[]): string =>
  element(
    "ul",
    { class: "legend" },
    lines.map(({ name, color }) => element("li", { class: `c${color}` }, escapeText(name))),
  );
