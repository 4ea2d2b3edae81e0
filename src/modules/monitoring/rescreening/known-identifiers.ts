/** Identifiers of subjects, stored only as traces, as numbers that can be compared. */
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import type { Identifier, IdentifierTrace, Segment, Tracer } from '../../../matching/index.ts';

/** Not in normal form, so that it differs from every number it is compared with. */
const UNLISTED = ':';

/**
 * The numbers of a segment by their HMACs, computed when the first subject with identifiers needs them. A subject's
 * number that no entry has stays unknown.
 */
export class KnownIdentifiers {
  readonly #segment: Segment;
  readonly #trace: Tracer;
  #values: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(segment: Segment, trace: Tracer) {
    this.#segment = segment;
    this.#trace = trace;
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const yieldIfDue = yielder();
    const values = new Map<string, string>();
    for (const identifier of this.#segment.identifiers.all()) {
      values.set(this.#trace([identifier])[0]!.hmac, identifier.value);
      await yieldIfDue();
    }
    return values;
  }

  async of(traces: readonly IdentifierTrace[]): Promise<Identifier[]> {
    const values = await (this.#values ??= this.#read());
    return traces.map(({ kind, country, hmac }) => {
      const value = values.get(hmac) ?? UNLISTED;
      return { kind, country, value };
    });
  }
}
