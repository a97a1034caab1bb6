/** Stands for a run of NUL bytes: visible, one token, and two names that a NUL separates do not run together. */
export const NUL_SYMBOL = "\u2400";
