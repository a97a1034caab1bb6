/**
 * How far bytes look like text of a code page: the share, 0 to 1, of their characters beyond ASCII that are common in
 * its language. The ranges are the first levels of the national standards (GB 2312, JIS X 0208, Big5, KS X 1001),
 * which hold the characters in daily use.
 */
export const DOUBLE_BYTE: readonly { readonly label: string; readonly score: (bytes: Buffer) => number }[] = [
  { label: "euc-jp", score: (bytes) => pairs(bytes, 0xa1, eucJp, 0.15) },
  { label: "shift_jis", score: (bytes) => pairs(bytes, 0x81, shiftJis, 0.15) },
  { label: "euc-kr", score: (bytes) => (bytes.length < 6 ? 0 : pairs(bytes, 0xa1, eucKr, 0.5)) },
  { label: "gb18030", score: (bytes) => pairs(bytes, 0x81, gbk, 0) },
  { label: "big5", score: (bytes) => pairs(bytes, 0x81, big5, 0) },
];

/** By decoded text. Cyrillic prose is mostly small letters; western accents stand between letters. */
export const SINGLE_BYTE: readonly { readonly label: string; readonly score: (text: string) => number }[] = [
  { label: "windows-1251", score: (text) => share(text, CYRILLIC) },
  { label: "koi8-r", score: (text) => share(text, CYRILLIC) },
  { label: "cp866", score: (text) => share(text, CYRILLIC) },
  { label: "windows-1252", score: (text) => share(text, WESTERN) },
  { label: "cp850", score: (text) => share(text, WESTERN) * 0.98 },
];

/** Patterns within functions are not built before a text is looked at. */
interface Script {
  readonly common: () => RegExp;
  /** How many there must be. */
  readonly least: number;
}

const CYRILLIC: Script = {
  common: () => /(?<![A-Za-z])(?<=[а-яёА-ЯЁ])[а-яё]|[а-яё](?=[а-яё])(?<![A-Za-z].)/g,
  least: 3,
};
/** A lone accent in a western word is enough. */
const WESTERN: Script = {
  common: () =>
    /[äöüÄÖÜßéèêëàâáãçñóòôõíìîïúùûåæøÅÆØÉÈÀÇÑ«»°§µ]|(?<![A-Za-z])[“‘–—•€©®·¿¡]|(?<=[\w.,!?])(?:”(?!\p{L})|’)/gu,
  least: 0,
};

function share(text: string, { common, least }: Script): number {
  const found = text.match(common())?.length ?? 0;
  if (found < least) return 0;
  return found / Math.max(1, text.match(/[^\x00-\x7f]/g)?.length ?? 0);
}

/** What a pair of bytes is: of the script only this code page is used for, common, rare, or no character. */
type Kind = "telling" | "common" | "rare" | "none";

const eucJp = (lead: number, trail: number): Kind => {
  if (trail < 0xa1) return lead === 0x8e ? "rare" : "none";
  if (lead === 0xa4 || lead === 0xa5) return "telling";
  return lead <= 0xa3 || (lead >= 0xb0 && lead <= 0xcf) ? "common" : "rare";
};

const shiftJis = (lead: number, trail: number): Kind => {
  if (lead >= 0xa0 && lead <= 0xdf) return "none";
  if (trail < 0x40 || trail === 0x7f || trail > 0xfc) return "none";
  if ((lead === 0x82 && trail >= 0x9f && trail <= 0xf1) || (lead === 0x83 && trail <= 0x96)) return "telling";
  return lead <= 0x82 || (lead >= 0x88 && lead <= 0x97) ? "common" : "rare";
};

/** Hangul takes leads B0–C8 alone; Chinese in the same rows would not stay within them. */
const eucKr = (lead: number, trail: number): Kind => {
  if (trail < 0xa1) return "none";
  if (lead >= 0xb0 && lead <= 0xc8) return "telling";
  return lead <= 0xa3 ? "common" : "rare";
};

const gbk = (lead: number, trail: number): Kind => {
  if (trail < 0x40 || trail === 0x7f) return "none";
  return trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)) ? "common" : "rare";
};

const big5 = (lead: number, trail: number): Kind => {
  if (trail < 0x40 || (trail > 0x7e && trail < 0xa1)) return "none";
  return lead >= 0xa1 && lead <= 0xc6 ? "common" : "rare";
};

/**
 * Reads pairs and gives the share of common ones; 0 when less than `telling` of them are of the telling kind, when
 * there are fewer than two, or when all bytes are C0 and above, as in Cyrillic single-byte text.
 */
function pairs(bytes: Buffer, firstLead: number, kind: (lead: number, trail: number) => Kind, telling: number): number {
  const seen = { telling: 0, common: 0, rare: 0, none: 0 };
  let low = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i]!;
    if (lead < 0x80) continue;
    const is = lead < firstLead ? "none" : kind(lead, bytes[i + 1] ?? 0);
    seen[is]++;
    if (lead < 0xc0 || (bytes[i + 1] ?? 0xff) < 0xc0) low++;
    if (is !== "none") i++;
  }
  const all = seen.telling + seen.common + seen.rare + seen.none;
  if (all < 2 || low < 0.1 * all || seen.telling < telling * all) return 0;
  return (seen.telling + seen.common) / all;
}
