/** Turns identifiers that are stored only as traces into numbers that can be compared. */
import { yielder } from '../../platform/concurrency/yield-to-event-loop.ts';
import type { Identifier } from './kinds.ts';
import type { IdentifierTrace } from './schemas.ts';
import { lastFourOf, type Tracer } from './trace.ts';

/** This text is not in normal form, so it differs from every compared number. */
const UNLISTED = ':';

/** The numbers of the entries of a list. */
type Numbers = { all: () => Iterable<Identifier> };

/** Listed numbers by their HMACs. */
type Listed = ReadonlyMap<string, string>;

/** Returns traces as identifiers with their numbers. If no entry has a trace's number, it stays unknown. */
export function withNumbers(traces: readonly IdentifierTrace[], listed: Listed): Identifier[] {
  return traces.map(({ kind, country, hmac }) => {
    const value = listed.get(hmac) ?? UNLISTED;
    return { kind, country, value };
  });
}

/** Returns the numbers of these traces that entries of the lists have. */
export async function listedNumbers(
  traces: readonly IdentifierTrace[],
  lists: Iterable<Numbers>,
  trace: Tracer,
): Promise<Listed> {
  const wanted = new Set(traces.map(({ hmac }) => hmac));
  // An HMAC costs much more than a comparison of the last characters.
  const ends = new Set(traces.map(({ lastFour }) => lastFour));
  const yieldIfDue = yielder();
  const listed = new Map<string, string>();
  for (const numbers of lists)
    for (const identifier of numbers.all()) {
      if (ends.has(lastFourOf(identifier.value))) {
        const { hmac } = trace([identifier])[0]!;
        if (wanted.has(hmac)) listed.set(hmac, identifier.value);
      }
      await yieldIfDue();
    }
  return listed;
}

/** All numbers of a list by their HMACs, computed when the first subject with identifiers needs them. */
export class KnownIdentifiers {
  readonly #numbers: Numbers;
  readonly #trace: Tracer;
  #listed: Promise<Listed> | undefined;

  constructor(numbers: Numbers, trace: Tracer) {
    this.#numbers = numbers;
    this.#trace = trace;
  }

  async #read(): Promise<Listed> {
    const yieldIfDue = yielder();
    const listed = new Map<string, string>();
    for (const identifier of this.#numbers.all()) {
      listed.set(this.#trace([identifier])[0]!.hmac, identifier.value);
      await yieldIfDue();
    }
    return listed;
  }

  async of(traces: readonly IdentifierTrace[]): Promise<Identifier[]> {
    return withNumbers(traces, await (this.#listed ??= this.#read()));
  }
}
