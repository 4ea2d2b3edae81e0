/** Positions across a row, as shares of its width, that are checked for visibility. */
const PLACES = [0.01, 0.5, 0.99];

/** Returns true if a person sees the full height of a row: no edge, sticky head, dialog or list cuts or covers it. */
export function isInSight(row: Element): boolean {
  const frame = row.closest('.table-frame')!.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const left = Math.max(frame.left, 0);
  const width = Math.min(frame.right, innerWidth) - left;
  return [top + 1, bottom - 2].every((y) =>
    PLACES.every((share) => row.contains(document.elementFromPoint(left + share * width, y))),
  );
}
