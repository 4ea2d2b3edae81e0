import type { CanonicalName, Token } from '../../names/types.ts';
import { LetterQuery } from './letter-query.ts';
import { Lru } from './lru.ts';
import { compoundRules, wordRules } from './probe-sets.ts';
import { hashText, SPACE } from '../reduce.ts';

/** The number of words whose probes each thread caches. One word has a few hundred numbers. */
const PROBES_CACHED = 32_768;

/** A query's word with values that do not depend on a segment. They are computed when first needed. */
export class QueryWord {
  readonly token: Token;
  #letters: LetterQuery | undefined;
  #rules: readonly number[] | undefined;
  #compoundRules: readonly number[] | undefined;

  /** The hash that finds words with the same key. */
  readonly exact: number;

  constructor(token: Token) {
    this.token = token;
    this.exact = hashText(SPACE.key, token.key);
  }

  /** The word in the form that the vocabulary compares. */
  get letters(): LetterQuery {
    return (this.#letters ??= new LetterQuery(this.token));
  }

  /** Hashes of words that rules other than letters may make similar to this word. */
  get rules(): readonly number[] {
    return (this.#rules ??= wordRules(this.token));
  }

  /** Hashes of compound words that rules other than letters may make similar to this word. */
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
  /** The compound words of the query, in the order of `name.compounds`. */
  readonly compounds: readonly QueryWord[];
};

/**
 * Prepares a query. Computes its look-ups when a segment first needs them. Does not cache joined readings, because they
 * seldom recur.
 */
export function prepareQuery(name: CanonicalName): PreparedQuery {
  return {
    name,
    words: name.tokens.map(queryWord),
    compounds: name.compounds.map((each) => new QueryWord(each.token)),
  };
}
