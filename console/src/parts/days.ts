const DAY_MS = 86_400_000;
const DAYS = 30;

/** The 30 days up to the newest of these. */
export function lastDays(all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const last = Math.max(...all.map((day) => Date.parse(day)));
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(last - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}
