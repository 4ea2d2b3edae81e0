import { References } from '../import/text/references.ts';
import type { EntryRow } from './entry-rows.ts';

/** A row with the same id as an earlier row, but another name. */
export type SharedId = { line: number; ofLine: number };

/** Notes rows with the id of another name: each is a separate entry, and its id is reported as shared. */
export class SharedIds {
  readonly found: SharedId[] = [];
  readonly #references = new References();
  readonly #most: number;

  /** @param most rows that are listed */
  constructor(most: number) {
    this.#most = most;
  }

  note(row: EntryRow): void {
    if ('problems' in row) return;
    const [entry] = row.entries;
    const id = entry?.identifiers?.['id'];
    if (!entry || id === undefined) return;
    const reference = this.#references.note(id, entry.name, row.line);
    if (reference.kind === 'shared' && this.found.length < this.#most)
      this.found.push({ line: row.line, ofLine: reference.firstLine });
  }
}
