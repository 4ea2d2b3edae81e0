import type { EntityType, Profile, Tracer, IdentifierTrace } from '../../../../matching/index.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { embargoHits } from '../asked/embargoed.ts';
import type { Question } from '../find-hits.ts';
import { type OpenLists, tooManyHits, type Caps } from '../plan.ts';
import type { Subject } from '../question.ts';
import { SCREENING_PREFIX, type Hit } from '../schemas.ts';
import type { Verdict } from '../screened.ts';
import { isOfTypes, segmentsIn, shownHits, type PlacedHit, type SegmentOf } from '../shown-hits.ts';
import { withChoice } from './contradicted.ts';
import { STANDARD_EFFECTS, type Effects } from './effects.ts';
import { firstHits, outcomeOf } from './outcome.ts';

/** A subject and its hits. */
export type Found<H extends Hit> = {
  subject: Omit<Subject, 'identifiers'> & { identifiers: IdentifierTrace[] };
  hits: readonly H[];
};

/**
 * Marks the hits that people have decided to be false positives. Composition injects it, because decisions belong to
 * a module that itself screens subjects.
 * @param sharers organizations that share their decisions
 * @returns the hits of each subject; `isWhole` is false if some decisions could not be read
 */
export type Decided = <H extends Hit>(
  db: Queryable,
  orgId: string,
  found: readonly Found<H>[],
  sharers?: string[],
) => Promise<{ hits: H[][]; isWhole: boolean }>;

/** With more hits than this, other organizations' decisions about them are read before the next name is searched. */
const MAX_WAITING_HITS = 5000;

type Options = {
  db: Queryable;
  orgId: string;
  /** The kinds of entities that can be hits; undefined for all. */
  types: readonly EntityType[] | undefined;
  lists: OpenLists;
  /** The maximum number of hits of a subject. */
  limit: number;
  caps: Caps;
  decided: Decided;
  effects?: Effects | undefined;
  /** Makes the stored traces of the identifiers in a question. */
  trace: Tracer;
  /** Reads the profile that the organization has chosen. */
  chosen: () => Promise<Profile | undefined> | Profile;
  /** Organizations that share their decisions. */
  sharers: string[] | undefined;
};

/** The verdicts of one screening. Asks for other organizations' decisions once for all subjects. */
export class Verdicts {
  readonly #options: Options;
  readonly #segmentOf: SegmentOf;
  readonly #isWanted: ((hit: PlacedHit) => boolean) | undefined;
  readonly #verdicts: Verdict[] = [];
  #waiting: (Found<PlacedHit> & { asked: Subject })[] = [];
  #waitingHits = 0;
  #hitCount = 0;
  #isUnavailable = false;

  constructor(options: Options) {
    this.#options = options;
    const { lists, types } = options;
    this.#segmentOf = segmentsIn(lists.all);
    this.#isWanted = types && isOfTypes(this.#segmentOf, types);
  }

  /** Returns true if other organizations' decisions could not be read. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  /** Adds the hits of a subject by its names, and those by its places. @throws ApiError CONFLICT with too many hits */
  async add(
    asked: Subject,
    { identifiers = [] }: Question,
    found: readonly PlacedHit[],
  ): Promise<void> {
    const { lists, trace, chosen } = this.#options;
    const wanted = this.#isWanted ? found.filter(this.#isWanted) : found;
    const all = [...wanted, ...embargoHits(asked, lists.places)];
    const hits = await withChoice(all, chosen);
    this.#waiting.push({ asked, subject: { ...asked, identifiers: trace(identifiers) }, hits });
    this.#waitingHits += hits.length;
    // Only other organizations' decisions require a wait.
    if (!this.#options.sharers?.length || this.#waitingHits > MAX_WAITING_HITS) await this.#judge();
  }

  /** Returns the verdicts, in the order of the subjects. @throws as `add` */
  async all(): Promise<Verdict[]> {
    await this.#judge();
    return this.#verdicts;
  }

  async #judge(): Promise<void> {
    const { db, decided, orgId, limit, caps, sharers } = this.#options;
    const { effects = STANDARD_EFFECTS } = this.#options;
    const waiting = this.#waiting;
    [this.#waiting, this.#waitingHits] = [[], 0];
    const { hits: decidedHits, isWhole } = await decided(db, orgId, waiting, sharers);
    this.#isUnavailable ||= !isWhole;
    for (const [i, { asked, subject }] of waiting.entries()) {
      const hits = decidedHits[i]!;
      const first = firstHits(hits, limit);
      this.#hitCount += first.length;
      if (this.#hitCount > caps.all) throw tooManyHits(caps.all);
      this.#verdicts.push({
        id: newId(SCREENING_PREFIX),
        subject: asked,
        identifiers: subject.identifiers,
        outcome: outcomeOf(hits, effects, (hit) => this.#segmentOf(hit).labelsOf(hit.place.entry)),
        hits: shownHits(first, this.#segmentOf),
      });
    }
  }
}
