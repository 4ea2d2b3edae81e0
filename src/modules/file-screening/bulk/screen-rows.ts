/** Screens the rows of a block. */
import {
  type Caps,
  MAX_HITS,
  type Screened,
  type Subject,
  TOO_MUCH_WORK,
} from '../../screening/index.ts';
import type { Row } from './rows.ts';

/** `screened` has the verdicts of the rows with a subject. A name that takes too much work is a problem of its row. */
export type ScreenedRows = { rows: Row[]; screened: Screened };

/** @param screen may be called again for the same rows: earlier omissions then do not count */
export async function screenRows(
  rows: Row[],
  screen: (subjects: Subject[], caps: Caps, again: () => void) => Promise<Screened>,
): Promise<ScreenedRows> {
  const asked = rows.flatMap((row) => ('subject' in row ? [row] : []));
  const subjects = asked.map(({ subject, ref }) => ({
    ...subject,
    ...(ref === null ? {} : { subjectId: ref }),
  }));
  const passedOver = new Set<Row>();
  const caps = {
    each: MAX_HITS,
    all: Infinity,
    passOver: (index: number) => void passedOver.add(asked[index]!),
  };
  const screened = await screen(subjects, caps, () => passedOver.clear());
  const refused = ({ line, ref }: Row): Row => ({ line, ref, problem: `name: ${TOO_MUCH_WORK}` });
  return { rows: rows.map((row) => (passedOver.has(row) ? refused(row) : row)), screened };
}
