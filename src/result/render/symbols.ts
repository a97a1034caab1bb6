/** Stands for a run of NUL bytes: visible, one token, and two names that a NUL separates do not run together. */
export const NUL_SYMBOL = "\u2400";

/** Stands where a line went back to its start over text that is kept. */
export const RETURN_SYMBOL = "\u240d";

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text with a symbol for each control character but tab and line feed: as long as before, and nothing acts. */
export const withSymbols = (text: string): string =>
  text.replace(CONTROL, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : "\ufffd";
  });
