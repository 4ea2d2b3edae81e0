import type { CanonicalName, Token } from '../../names/types.ts';
import { LetterQuery } from './letter-query.ts';
import { Lru } from './lru.ts';
import { compoundRules, wordRules } from './probe-sets.ts';
import { hashText, SPACE } from '../reduce.ts';

/** Words whose probes are kept, on each thread; one holds a few hundred numbers. */
const PROBES_CACHED = 32_768;

/** A word of a query, with what does not depend on a segment; made when it is first needed. */
export class QueryWord {
  readonly token: Token;
  #letters: LetterQuery | undefined;
  #rules: readonly number[] | undefined;
  #compoundRules: readonly number[] | undefined;

  /** The hash under which words of the same key are stored. */
  readonly exact: number;

  constructor(token: Token) {
    this.token = token;
    this.exact = hashText(SPACE.key, token.key);
  }

  /** As the vocabulary compares it. */
  get letters(): LetterQuery {
    return (this.#letters ??= new LetterQuery(this.token));
  }

  /** The hashes of words that rules other than letters may make similar to it. */
  get rules(): readonly number[] {
    return (this.#rules ??= wordRules(this.token));
  }

  /** The hashes of compound words that rules other than letters may make similar to it. */
  get compoundRules(): readonly number[] {
    return (this.#compoundRules ??= compoundRules(this.token.key, this.letters.sound));
  }
}

const words = new Lru<string, QueryWord>(PROBES_CACHED);
function queryWord(token: Token): QueryWord {
  let word = words.get(token.id);
  if (word === undefined) {
    word = new QueryWord(token);
    words.set(token.id, word);
  }
  return word;
}

/** A query, prepared once for any number of segments. */
export type PreparedQuery = {
  readonly name: CanonicalName;
  readonly words: readonly QueryWord[];
  /** Its joined readings, in the order of `name.compounds`. */
  readonly compounds: readonly QueryWord[];
};

/**
 * Prepares a query; the lookups it needs are computed when a segment first asks for them. Joined readings seldom come
 * again.
 */
export function prepareQuery(name: CanonicalName): PreparedQuery {
  return {
    name,
    words: name.tokens.map(queryWord),
    compounds: name.compounds.map((each) => new QueryWord(each.token)),
  };
}
