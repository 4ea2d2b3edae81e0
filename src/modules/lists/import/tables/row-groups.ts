/**
 * Lists that give one entry several rows: one per name, address or document. Their publishers promise no order: OFSI's
 * list is sorted by name, so the aliases of one entry are far apart. If an entry were staged without some of its names,
 * a search for these would not find it. So the rows stay in memory until the file ends, as one flat string each, and
 * entries come in the order of their first rows. These are lists of single authorities: the EU's has 25 MB, the UK's 20
 * MB.
 */
import { canonicalText } from '../../../../names/index.ts';
import { MAX_ID_LENGTH } from '../names.ts';
import { ImportFormatError } from '../types.ts';
import type { Row, TableRow } from './csv-table.ts';

/**
 * Maximum number of characters of all rows together, as JSON, with the memory overhead of each. A larger file is not one
 * of these lists.
 */
const MAX_HELD_CHARS = 256 * 1024 * 1024;
const HELD_CHARS_OF_ROW = 256;

/** Rows of one entry in file order; never empty. */
export type RowGroup = { id: string; rows: { line: number; row: Row }[] };

type HeldRow = { line: number; json: string };

/**
 * Groups rows by the id of their entry. Rows without one and unreadable rows are reported.
 * @throws ImportFormatError if the rows have more than `maxChars` characters
 */
export async function* groupRows(
  rows: AsyncIterable<TableRow>,
  idOf: (row: Row) => string | undefined,
  report: (line: number, reason: string) => void,
  maxChars = MAX_HELD_CHARS,
): AsyncGenerator<RowGroup, void, undefined> {
  const groups = new Map<string, HeldRow[]>();
  let heldChars = 0;
  for await (const tableRow of rows) {
    const { line } = tableRow;
    if ('problem' in tableRow) {
      report(line, tableRow.problem);
      continue;
    }
    const id = idOf(tableRow.row);
    if (id === undefined || id.length > MAX_ID_LENGTH) {
      report(line, 'the row has no usable id of its entry');
      continue;
    }
    // The cells are parts of the file's buffers and would keep them in memory; the JSON is a copy.
    const json = JSON.stringify(tableRow.row);
    heldChars += json.length + HELD_CHARS_OF_ROW;
    if (heldChars > maxChars) {
      throw new ImportFormatError(
        'the file is larger than any list of this format; its entries cannot be combined',
      );
    }
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [{ line, json }]);
    else group.push({ line, json });
  }
  for (const [id, held] of groups) {
    groups.delete(id);
    yield { id, rows: held.map(({ line, json }) => ({ line, row: JSON.parse(json) as Row })) };
  }
}

/** Returns the words of a name, in any order. */
function wordsIn(name: string): ReadonlySet<string> {
  return new Set(canonicalText(name, { entity: 'person' }).split(' '));
}

/**
 * Returns the entries of one reference. A new entry begins at each row whose primary name shares no word with the
 * earlier ones. Publishers give one reference to several people by mistake, and each of them must be a separate entry,
 * not an alias of another.
 */
export function splitGroup(
  { id, rows }: RowGroup,
  primaryOf: (row: Row) => string | undefined,
): RowGroup[] {
  const groups: (RowGroup & { words: ReadonlySet<string> })[] = [];
  for (const each of rows) {
    const primary = primaryOf(each.row);
    const words = primary === undefined ? undefined : wordsIn(primary);
    const known = words && groups.find((group) => !group.words.isDisjointFrom(words));
    const last = groups.at(-1);
    if (known) known.rows.push(each);
    else if (last && (words === undefined || last.words.size === 0)) {
      last.rows.push(each);
      if (words) last.words = words;
    } else
      groups.push({
        id: groups.length === 0 ? id : `${id} (${groups.length + 1})`,
        rows: [each],
        words: words ?? new Set(),
      });
  }
  return groups;
}
