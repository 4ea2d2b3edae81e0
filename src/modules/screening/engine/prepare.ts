import type { CanonicalName, Token } from '../matching/types.ts';
import { Lru } from './lru.ts';
import {
  joinProbes,
  LISTED,
  NEAR_JOINS,
  scriptProbes,
  wordProbes,
  type JoinProbes,
  type Probes,
} from './probe-sets.ts';
import { hashText, SPACE } from './reduce.ts';

/** Words whose probes are kept, on each thread; one holds a few hundred numbers. */
const PROBES_CACHED = 8192;

/** A word of a query, with what does not depend on a segment; made when it is first needed. */
export class QueryWord {
  readonly token: Token;
  #words: Probes | undefined;
  #otherScript: Uint32Array | undefined;
  #near: Probes | undefined;
  #joins: JoinProbes | undefined;

  /** What words of the same key are stored under. */
  readonly exact: Uint32Array;

  constructor(token: Token) {
    this.token = token;
    this.exact = Uint32Array.of(hashText(SPACE.key, token.key));
  }

  /** What similar words are stored under. */
  get words(): Probes {
    return (this.#words ??= wordProbes(this.token, LISTED));
  }

  /** What similar words of the other kind of script are stored under. */
  get otherScript(): Uint32Array {
    return (this.#otherScript ??= scriptProbes(this.token, LISTED));
  }

  /** The same for what is as near as joined readings are looked up. */
  get near(): Probes {
    return (this.#near ??= wordProbes(this.token, NEAR_JOINS));
  }

  /** What joined readings near to it are stored under. */
  get joins(): JoinProbes {
    return (this.#joins ??= joinProbes(this.token));
  }
}

const words = new Lru<string, QueryWord>(PROBES_CACHED);
const queryWord = (token: Token): QueryWord => {
  let word = words.get(token.id);
  if (word === undefined) {
    word = new QueryWord(token);
    words.set(token.id, word);
  }
  return word;
};

/** A query, prepared once for any number of segments. */
export interface PreparedQuery {
  readonly name: CanonicalName;
  readonly words: readonly QueryWord[];
  /** Its joined readings, in the order of `name.joins`. */
  readonly joins: readonly QueryWord[];
}

/** Prepares a query; the lookups it needs are computed when a segment first asks for them. */
export const prepareQuery = (name: CanonicalName): PreparedQuery => ({
  name,
  words: name.tokens.map(queryWord),
  joins: name.joins.map((join) => queryWord(join.token)),
});
