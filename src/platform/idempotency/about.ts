/** Finds the ids that a request and its answer concern, and hides them. */
import { hash } from 'node:crypto';
import { deriveKey } from '../crypto/seal.ts';

/** Longer answers are those of bulk requests, which name the ids themselves. */
const MOST_CHARACTERS = 16_384;
/** The end of the name of an id, and the beginning of its value. */
const ID = /(?:"id|Id)":"/g;
const QUOTE = 34;
const BACKSLASH = 92;

function isIdName(name: string): boolean {
  return name === 'id' || name.endsWith('Id') || name.endsWith('Ids');
}

function add(ids: Set<string>, value: unknown, isId: boolean): void {
  if (typeof value === 'string') {
    // PostgreSQL cannot store NUL.
    if (isId && value !== '' && !value.includes('\0')) ids.add(value.normalize('NFC'));
  } else if (Array.isArray(value)) for (const one of value) add(ids, one, isId);
  else if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value))
      add(ids, (value as Record<string, unknown>)[name], isIdName(name));
}

/** Returns the position of the quote that ends a text in JSON. */
function endOf(json: string, start: number): number {
  let at = start;
  while (at < json.length && json.charCodeAt(at) !== QUOTE)
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Returns the ids in a path, in the members of a payload whose names end with `Id`, `Ids` or are `id`, and in an answer.
 * @param body JSON without spaces
 */
export function idsIn(path: readonly string[], payload: unknown, body: string): string[] {
  const ids = new Set<string>();
  add(ids, path, true);
  add(ids, payload, false);
  if (body.length <= MOST_CHARACTERS) {
    ID.lastIndex = 0;
    while (ID.test(body)) {
      const start = ID.lastIndex;
      const text = body.slice(start, endOf(body, start));
      add(ids, text.includes('\\') ? JSON.parse(`"${text}"`) : text, true);
    }
  }
  return [...ids];
}

const MARK_CHARACTERS = 16;

/** Replaces ids, which can name people, by marks that only this installation can make. */
export class IdMarks {
  readonly #key: string;

  /** @param secret the server secret */
  constructor(secret: string) {
    this.#key = deriveKey(secret, 'oriki', 'oriki idempotency about v1').toString('hex');
  }

  of(orgId: string, ids: readonly string[]): string[] {
    return ids.map((id) =>
      hash('sha256', `${this.#key}\n${orgId}\n${id}`, 'base64url').slice(0, MARK_CHARACTERS),
    );
  }
}
