import { shorten } from "../../surrogates.js";
import type { Sampler } from "../assemble.js";
import type { Entry } from "../entry.js";
import type { Diff, DiffFile } from "./diff.js";
import { gapsOf, type Span } from "./span.js";

/** Characters of a commit's subject in a marker. */
const LONGEST = 60;

/**
 * Names the commits that begin in a cut by their subjects, and the files whose lines lie in it, with the lines added and
 * removed there.
 * @param most names in all cuts together
 */
export function namingFiles(lines: readonly Entry[], diff: Diff, chosen: readonly boolean[], most: number): Sampler {
  const commits = diff.preambles.filter(({ commit }) => commit);
  const spans = [...commits.map(({ head }) => head), ...diff.files.map(extentOf)];
  const each = fairShare(
    gapsOf(chosen).map((gap) => spans.filter((span) => span.from < gap.to && gap.from < span.to).length),
    most,
  );
  return (from, to) => {
    const within = ({ line }: Entry) => line >= from.line && line <= to.line;
    const subjects = commits.filter(({ head }) => within(lines[head.from]!)).map(({ subject }) => lines[subject]!.text);
    const files = diff.files.filter((file) => {
      const extent = extentOf(file);
      return lines[extent.from]!.line <= to.line && lines[extent.to - 1]!.line >= from.line;
    });
    const named = files.slice(0, Math.max(0, each - subjects.length)).map(({ name, hunks }) => {
      const changed = hunks.flatMap((hunk) => lines.slice(hunk.from + 1, hunk.to)).filter(within);
      const count = (sign: string) => changed.filter(({ text }) => text.startsWith(sign)).length;
      return `${name} +${count("+")} -${count("-")}`;
    });
    const parts = [...(subjects.length === 0 ? [] : [namingCommits(subjects, each)]), ...named];
    const left = files.length - named.length;
    if (left > 0) parts.push(`and ${left}${named.length > 0 ? " more" : ""} ${left === 1 ? "file" : "files"}`);
    return parts.length === 0 ? null : `of ${parts.join(", ")}`;
  };
}

function namingCommits(subjects: readonly string[], most: number): string {
  const named = subjects.slice(0, most).map((text) => `"${shorten(text.replace(/^Subject: /, "").trim(), LONGEST)}"`);
  const count = subjects.length === 1 ? "1 commit" : `${subjects.length} commits`;
  return `${count} ${named.join(", ")}${subjects.length > most ? " …" : ""}`;
}

const extentOf = ({ header, hunks }: DiffFile): Span => ({ from: header.from, to: (hunks.at(-1) ?? header).to });

/** What each may take at most so that all together take no more than there is; one at least. */
function fairShare(needs: readonly number[], all: number): number {
  const taken = (each: number) => needs.reduce((sum, need) => sum + Math.min(need, each), 0);
  let each = 1;
  while (each < all && taken(each + 1) <= all) each++;
  return each;
}
