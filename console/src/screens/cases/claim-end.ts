/** The end of a claim is seen so soon after it. */
const LATE_MS = 1000;

/** Milliseconds until the first of these claims ends, of which nobody tells; false without one. */
export function untilEnd(
  claims: readonly ({ until: string } | null | undefined)[],
): number | false {
  const ends = claims.flatMap((claim) => (claim ? [Date.parse(claim.until)] : []));
  return ends.length === 0 ? false : Math.max(0, Math.min(...ends) - Date.now()) + LATE_MS;
}
