/** Lines by index, the end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
