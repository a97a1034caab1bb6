import type { RawParameter, RawWords } from "./raw.js";
import type { ToolScope } from "./tool-scope.js";

type Word = Exclude<
  keyof RawParameter,
  "type" | "description" | "default" | "optional" | "secret" | "allow_leading_dash"
>;
type Words = RawWords & Partial<RawParameter>;
type Path = readonly (string | number)[];

const TEXT = ["enum", "pattern", "minLength", "maxLength"] as const;
const NUMBER = ["enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;

/** The words that go with each type. */
export const WORDS = {
  string: [...TEXT, "format", "hosts"],
  path: [...TEXT, "within"],
  integer: NUMBER,
  number: NUMBER,
  boolean: ["flag"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
} as const satisfies { readonly [type in RawParameter["type"]]: readonly Word[] };

const ALL_WORDS: ReadonlySet<string> = new Set(Object.values(WORDS).flat());

/** Words of which the first may not lie above the second, nor at it when the range is open. */
const RANGES = [
  { low: "minLength", high: "maxLength", open: false },
  { low: "minItems", high: "maxItems", open: false },
  { low: "minimum", high: "maximum", open: false },
  { low: "minimum", high: "exclusiveMaximum", open: true },
  { low: "exclusiveMinimum", high: "maximum", open: true },
  { low: "exclusiveMinimum", high: "exclusiveMaximum", open: true },
] as const;

/** Reports words that do not go with the type, and words that no value can satisfy together. */
export function checkWords(raw: Words, type: RawParameter["type"], path: Path, scope: ToolScope): void {
  const fitting: readonly string[] = WORDS[type];
  for (const word of Object.keys(raw)) {
    if (!ALL_WORDS.has(word) || fitting.includes(word)) continue;
    scope.report([...path, word], `"${word}" does not go with type "${type}"`, {
      at: "key",
      suggestion: suggestFor(word, type),
    });
  }
  for (const { low, high, open } of RANGES) {
    const { [low]: least, [high]: most } = raw;
    if (least === undefined || most === undefined || (open ? least < most : least <= most)) continue;
    scope.report([...path, low], `${least} is ${open ? "not below" : "above"} ${high}, ${most}: no value can fit`);
    return;
  }
  if (type === "integer") checkIntegers(raw, path, scope);
  checkDistinctItems(raw, path, scope);
  if (raw.hosts !== undefined && raw.format !== "uri" && type === "string") {
    scope.report([...path, "hosts"], 'needs format = "uri" beside it', { at: "key" });
  }
}

/** Bounds that numbers can meet and integers can't: 1.2 to 1.8, more than 1 and less than 2. */
function checkIntegers(raw: Words, path: Path, scope: ToolScope): void {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = raw;
  const least = Math.max(
    Number.MIN_SAFE_INTEGER,
    Math.ceil(minimum ?? -Infinity),
    Math.floor(exclusiveMinimum ?? -Infinity) + 1,
  );
  const most = Math.min(
    Number.MAX_SAFE_INTEGER,
    Math.floor(maximum ?? Infinity),
    Math.ceil(exclusiveMaximum ?? Infinity) - 1,
  );
  const step = multipleOf !== undefined && Number.isSafeInteger(multipleOf) ? multipleOf : 1;
  if (Math.ceil(least / step) * step <= most) return;
  const word = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"].find((name) => Object.hasOwn(raw, name));
  scope.report(
    [...path, word ?? "type"],
    `no integer${step === 1 ? "" : ` that is a multiple of ${step}`} lies within these bounds`,
  );
}

/** More items than there are values, and none twice. */
function checkDistinctItems({ minItems = 0, uniqueItems, items }: Words, path: Path, scope: ToolScope): void {
  const values = items?.enum?.length;
  if (uniqueItems !== true || values === undefined || values >= minItems) return;
  scope.report(
    [...path, "minItems"],
    `wants ${minItems} items, no item twice, and there are ${values} values: no list can fit`,
  );
}

const FOR_ITEMS: readonly string[] = [...WORDS.string, ...WORDS.path, ...WORDS.number];

function suggestFor(word: string, type: RawParameter["type"]): string {
  if (word === "flag") return 'Only a boolean has a flag; write the option into the command, as in "--name={name}".';
  if (type === "array" && FOR_ITEMS.includes(word)) return "Put it into items.";
  return `With "${type}" go: ${WORDS[type].join(", ")}.`;
}
