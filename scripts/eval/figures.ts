/** Counts of agreements and differences between verdicts and labels. */
export type Figures = {
  readonly pairs: number;
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
};

/** Figures of verdicts (`hit`) against labels (`truth`); 0/0 counts as 1. */
export function figuresOf(cases: readonly { truth: boolean; hit: boolean }[]): Figures {
  const tp = cases.filter(({ truth, hit }) => truth && hit).length;
  const fp = cases.filter(({ truth, hit }) => !truth && hit).length;
  const fn = cases.filter(({ truth, hit }) => truth && !hit).length;
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  return {
    pairs: cases.length,
    right: cases.length - fp - fn,
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    f1: share(2 * tp, 2 * tp + fp + fn),
  };
}

/** Prints rows as columns: the first aligned to the left, the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]! + 2)))
        .join('')
        .trimEnd(),
    );
  }
}
