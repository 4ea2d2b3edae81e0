/** Detects rows that repeat a reference of the file, and rows that give it to another name. */
import { foldedWords } from '../../../../names/index.ts';
import { FirstLines } from './first-lines.ts';

/** Result for a row's reference: new, used before by the same name, or used before by another name. */
type Reference =
  | { kind: 'first' }
  | { kind: 'repeated'; firstLine: number }
  | { kind: 'shared'; firstLine: number };

/** Reports an entry whose reference belongs to another name. */
export function sharedReference(id: string): string {
  return `${id} is also the reference of another name: it becomes a separate entry`;
}

/** References and names that have occurred. Memory keeps only two hashes and lines of each row. */
export class References {
  readonly #lines = new FirstLines();

  /** Notes the reference and the name of a row. The order of a name's words does not matter. */
  note(id: string, name: string, line: number): Reference {
    const firstLine = this.#lines.claim(id, line);
    // A reference is one line of text, so it never equals a reference with a name appended.
    const named = `${id}\n${foldedWords(name).toSorted().join(' ')}`;
    const namedLine = this.#lines.claim(named, line);
    if (firstLine === undefined) return { kind: 'first' };
    if (namedLine !== undefined) return { kind: 'repeated', firstLine: namedLine };
    return { kind: 'shared', firstLine };
  }

  /** Returns a separate reference for a row whose reference belongs to another name. */
  own(id: string, name: string, line: number): string {
    for (let count = 2; ; count += 1) {
      const own = `${id} (${count})`;
      if (this.note(own, name, line).kind === 'first') return own;
    }
  }
}
