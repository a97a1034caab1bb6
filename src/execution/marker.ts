/** The environment variable that everything a run starts inherits, however it changes its session or its parent. */
export const MARKER_VARIABLE = "AGENT_REACH_RUN";

/**
 * The environment with the run's marker. A broker that itself runs inside a run of another one hands that one's
 * marker on, so that the outer broker still finds what the inner one started.
 */
export function withMarker(env: { readonly [name: string]: string }, marker: string): Record<string, string> {
  const outer = process.env[MARKER_VARIABLE];
  return { ...env, [MARKER_VARIABLE]: outer === undefined ? marker : `${outer},${marker}` };
}
