/**
 * How far bytes look like text of a code page: the share, 0 to 1, of their characters beyond ASCII that are common in
 * its language. The ranges are the first levels of the national standards (GB 2312, JIS X 0208, Big5, KS X 1001),
 * which hold the characters in daily use.
 */
export const DOUBLE_BYTE: readonly { readonly label: string; readonly score: (bytes: Buffer) => number }[] = [
  { label: "euc-jp", score: (bytes) => pairs(bytes, 0xa1, eucJp, 0.15) },
  { label: "shift_jis", score: (bytes) => pairs(bytes, 0x81, shiftJis, 0.15) },
  { label: "euc-kr", score: (bytes) => (speaksKorean(bytes) ? pairs(bytes, 0xa1, eucKr, 0.5) : 0) },
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
  /** What no word of the language has. */
  readonly never?: () => RegExp;
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
  never: () => /[À-ÖØ-öø-ÿ]{4}/,
};

function share(text: string, { common, least, never }: Script): number {
  if (never?.().test(text)) return 0;
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

/**
 * Particles, endings and words of messages, in EUC-KR: 이다니수을지에는자없습로를하정음일시스가용의서파합기사인할리은한션트터함문않값있어대제으만상형그해력름실작드옵오위입식보패프데행된명중전버블요설업면열료나출치구되부변개아소고표모번크야환.
 * Korean prose is made of them by more than half; of Chinese read by this code page, few are. Counted in the messages of
 * free programs.
 */
const DAILY_SYLLABLES = new Set([
  0xc0cc, 0xb4d9, 0xb4cf, 0xbcf6, 0xc0bb, 0xc1f6, 0xbfa1, 0xb4c2, 0xc0da, 0xbef8, 0xbdc0, 0xb7ce, 0xb8a6, 0xc7cf,
  0xc1a4, 0xc0bd, 0xc0cf, 0xbdc3, 0xbdba, 0xb0a1, 0xbfeb, 0xc0c7, 0xbcad, 0xc6c4, 0xc7d5, 0xb1e2, 0xbbe7, 0xc0ce,
  0xc7d2, 0xb8ae, 0xc0ba, 0xc7d1, 0xbcc7, 0xc6ae, 0xc5cd, 0xc7d4, 0xb9ae, 0xbeca, 0xb0aa, 0xc0d6, 0xbeee, 0xb4eb,
  0xc1a6, 0xc0b8, 0xb8b8, 0xbbf3, 0xc7fc, 0xb1d7, 0xc7d8, 0xb7c2, 0xb8a7, 0xbdc7, 0xc0db, 0xb5e5, 0xbfc9, 0xbfc0,
  0xc0a7, 0xc0d4, 0xbdc4, 0xbab8, 0xc6d0, 0xc7c1, 0xb5a5, 0xc7e0, 0xb5c8, 0xb8ed, 0xc1df, 0xc0fc, 0xb9f6, 0xbaed,
  0xbfe4, 0xbcb3, 0xbef7, 0xb8e9, 0xbfad, 0xb7e1, 0xb3aa, 0xc3e2, 0xc4a1, 0xb1b8, 0xb5c7, 0xbace, 0xbaaf, 0xb0b3,
  0xbec6, 0xbcd2, 0xb0ed, 0xc7a5, 0xb8f0, 0xb9f8, 0xc5a9, 0xbedf, 0xc8af,
]);

function speaksKorean(bytes: Buffer): boolean {
  let all = 0;
  let daily = 0;
  for (let i = 0; i + 1 < bytes.length; i++) {
    if (bytes[i]! < 0xa1) continue;
    all++;
    if (DAILY_SYLLABLES.has(bytes.readUInt16BE(i))) daily++;
    i++;
  }
  return all >= 3 && daily >= 0.25 * all;
}

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
