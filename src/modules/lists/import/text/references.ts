/** The references of a file's entries: which rows repeat one, and which give it to another name. */
import { foldedWords } from '../../../../names/index.ts';
import { FirstLines } from './first-lines.ts';

/** The reference of a row: new, that of the same name before, or that of another one. */
type Reference =
  | { kind: 'first' }
  | { kind: 'repeated'; firstLine: number }
  | { kind: 'shared'; firstLine: number };

/** Reports an entry whose reference another name has. */
export function sharedReference(id: string): string {
  return `${id} is the reference of another name as well: it is an entry of its own`;
}

/** References and names that have occurred; of each row no more than two hashes and lines are kept. */
export class References {
  readonly #lines = new FirstLines();

  /** Notes the reference and the name of a row. The words of a name count in any order. */
  note(id: string, name: string, line: number): Reference {
    const firstLine = this.#lines.claim(id, line);
    // A reference is one line of text, so that it is never one with a name behind it.
    const named = `${id}\n${foldedWords(name).toSorted().join(' ')}`;
    const namedLine = this.#lines.claim(named, line);
    if (firstLine === undefined) return { kind: 'first' };
    if (namedLine !== undefined) return { kind: 'repeated', firstLine: namedLine };
    return { kind: 'shared', firstLine };
  }

  /** A reference of its own for a row whose reference another name has. */
  own(id: string, name: string, line: number): string {
    for (let count = 2; ; count += 1) {
      const own = `${id} (${count})`;
      if (this.note(own, name, line).kind === 'first') return own;
    }
  }
}
