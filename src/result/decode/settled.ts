/**
 * Bytes of a stream that are rendered as a screen, where the cursor goes anywhere. A stream that is longer is a log, and
 * settles here: the cursor stays in its line, so that lines are counted by their line feeds, and nothing that a
 * tool prints has to be rendered for that. A whole number of blocks of the decoder, so that it is the same place
 * whatever the pieces are that a stream is read in.
 */
export const SCREEN_BYTES = 1024 * 1024;
/** Bytes of a line, in a settled stream, after which it is taken as UTF-8 and shown without being rendered. */
export const LONG_LINE_BYTES = 256 * 1024;
/** The same in characters, at most three bytes each, that the terminal goes by. */
export const LONG_LINE_CHARACTERS = 64 * 1024;
