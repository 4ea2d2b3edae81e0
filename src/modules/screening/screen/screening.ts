import { BucketLoader } from '../../../platform/db/buckets/bucket-loader.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { clock } from '../../../platform/clock.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE } from '../../../names/index.ts';
import {
  isOwn,
  type ListKind,
  openedKinds,
  type Profile,
  PROFILES,
  type Tracer,
  tracerOf,
  withBlocklists,
  WorkLimitReached,
} from '../../../matching/index.ts';
import type { Caps } from './caps.ts';
import { Catalog } from './catalog.ts';
import { withChoice } from './outcome/contradicted.ts';
import { loadProfiles } from '../profile/profile.ts';
import { FullScans, needsFullScan, MOST_WORK, tooMuchWork } from './threads/full-scans.ts';
import { currentLoader, type Current } from './checked/current.ts';
import { markOf, type FederatedRulesOf } from './federated.ts';
import { findBriefly, isHitFrom, type Question } from './find-hits.ts';
import { checkedLists, inOrder, namedList } from './checked/lists.ts';
import type { CheckedList } from './checked/schemas.ts';
import { GlobalLists, type OpenList } from './global-lists.ts';
import { embargoHits } from './asked/embargoed.ts';
import { versionOf } from './list-version.ts';
import type { KeptParts } from './start/kept-parts.ts';
import type { Decided } from './outcome/decided.ts';
import { Verdicts } from './outcome/verdicts.ts';
import type { Effects } from './outcome/effects.ts';
import { isOfTypes, type PlacedHit } from './shown-hits.ts';
import { preload } from './start/preload.ts';
import { isWeighed, toQuestion, type Subject } from './question.ts';
import { warmUp } from './start/warm-up.ts';
import { DEFAULT_HITS } from './schemas.ts';
import type { Rules, Screened } from './screened.ts';
import { type ListRevision, selectGlobalRevisions } from '../../lists/index.ts';

function partition<T>(items: readonly T[], is: (item: T) => boolean): [T[], T[]] {
  return [items.filter(is), items.filter((item) => !is(item))];
}

/** The parts of a process that screening uses. */
export type ScreeningParts = {
  db: Queryable;
  /** For the indexes of all lists. */
  memoryBytes: number;
  /** The secret of the server: identifiers are stored as HMACs under keys derived from it. */
  secret: string;
  decided: Decided;
  federatedRulesOf?: FederatedRulesOf;
  /** Returns true if other requests run in this process: see `yielder`. */
  hasOthers?: () => boolean;
  /** Indexes of global lists for the next start. */
  kept?: KeptParts | undefined;
  /** The listings of sanctions that block. */
  effects?: Effects;
};

/** Screens names against the lists as they are committed now. */
export class Screening {
  readonly #parts: ScreeningParts;
  readonly #catalog: Catalog;
  readonly #global: GlobalLists;
  readonly #fullScans = new FullScans({ mostWork: MOST_WORK });
  /** For whoever gives way to all others. */
  readonly #patientScans = new FullScans({ mostWork: MOST_WORK, givesWay: true, threads: 1 });
  readonly #current: BucketLoader<Current>;
  readonly #currentFederated: BucketLoader<Current>;
  readonly #profiles: BucketLoader<Profile | undefined>;

  constructor(parts: ScreeningParts) {
    const { db, memoryBytes, federatedRulesOf, kept } = parts;
    this.#parts = parts;
    this.#catalog = new Catalog(memoryBytes, kept);
    this.#global = new GlobalLists(db, this.#catalog);
    this.#current = currentLoader(db);
    this.#currentFederated = currentLoader(db, federatedRulesOf);
    this.#profiles = new BucketLoader(db, loadProfiles);
  }

  /**
   * `screen` under what the organization's federation groups set where the rules leave it open. While a changed global
   * list is brought into memory, this goes on with the lists before it, for less than 2 s.
   */
  screenFederated(
    orgId: string,
    subjects: Subject[],
    rules: Rules,
    caps: Caps,
    abandoned?: AbortSignal,
  ): Promise<Screened> {
    const current = this.#currentFederated.get(orgId);
    return this.screen(orgId, subjects, rules, caps, abandoned, { current, mayLag: true });
  }

  /**
   * `screenFederated` for the background: names are looked for on a thread of their own, of the lowest priority, which
   * pauses while this one is busy.
   */
  screenPatiently(
    orgId: string,
    subjects: Subject[],
    rules: Rules,
    caps: Caps,
    stop: AbortSignal,
  ): Promise<Screened> {
    const current = this.#currentFederated.get(orgId);
    const more = { current, mayLag: true, scans: this.#patientScans };
    return this.screen(orgId, subjects, rules, caps, stop, more);
  }

  /**
   * Reads and computes only; `storeScreenings` stores the result.
   * @param abandoned ends it between two names, or in the middle of a long search, with its reason
   * @throws ApiError SERVICE_UNAVAILABLE when too many search through all names; CONFLICT with too many hits;
   * BAD_REQUEST for a name that takes more work to look for than one may, unless `caps` has it passed over
   */
  async screen(
    orgId: string,
    subjects: Subject[],
    rules: Rules,
    caps: Caps,
    abandoned?: AbortSignal,
    more?: {
      current?: Promise<Current>;
      mayLag: boolean;
      /** Takes all searches. */
      scans?: FullScans;
      /** In place of the organization's. */
      profile?: Profile;
    },
  ): Promise<Screened> {
    const screenedAt = clock.now();
    const askedMs = clock.monotonicMs();
    const isAnyWeighed = subjects.some(isWeighed);
    const [{ lists: all, federated }, chosen, own] = await Promise.all([
      more?.current ?? this.#current.get(orgId),
      more?.profile ?? (isAnyWeighed ? this.#profiles.get(orgId) : undefined),
      bucketOf(this.#parts.db, orgId),
    ]);
    const given = chosen ? undefined : federated?.profile;
    const profile = isAnyWeighed ? (chosen ?? PROFILES[given ?? 'standard']) : undefined;
    const kinds = withBlocklists(rules.kinds ?? federated?.kinds);
    const threshold = rules.threshold ?? federated?.threshold ?? DEFAULT_THRESHOLD;
    const limit = Math.min(rules.limit ?? DEFAULT_HITS, caps.each);
    const opened = openedKinds(rules.kinds ?? federated?.kinds);
    const isAsked = ({ kind }: ListRevision) => opened.includes(kind as ListKind);
    const lists: OpenList[] = await Promise.all(
      all
        .filter((one) => !one.global && isAsked(one))
        .map(async (listRevision) => ({
          ...(await this.#catalog.open(own, orgId, listRevision, askedMs)),
          listRevision,
        })),
    );
    const global = all.filter((one) => one.global);
    const current = more?.mayLag
      ? await this.#global.openSoon(global, askedMs)
      : await this.#global.open(global, askedMs);
    lists.push(...current.filter(({ listRevision }) => isAsked(listRevision)));
    const [places, named] = partition(lists, ({ listRevision }) => listRevision.kind === 'embargo');
    const least = Math.max(threshold, MINIMUM_HIT_SCORE);
    // Rules that others set must not hide hits on the organization's own lists: there they can only find more.
    const leastOnOwn = Math.min(
      least,
      Math.max(rules.threshold ?? DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE),
    );
    const leastOf = (kind: string): number => (isOwn(kind) ? leastOnOwn : least);
    const trace = this.tracerOf(orgId);
    const verdicts = new Verdicts({
      ...this.#parts,
      orgId,
      lists,
      limit,
      caps,
      sharers: federated?.decisionsOf,
    });
    const judge = async (
      subject: Subject,
      { identifiers: asked }: Question,
      found: PlacedHit[] | undefined,
    ): Promise<void> => {
      if (!found) return;
      const wanted = rules.types ? found.filter(isOfTypes(lists, rules.types)) : found;
      const withPlaces = [...wanted, ...embargoHits(subject, places)];
      const counted = await withChoice(withPlaces, () => chosen ?? this.#profiles.get(orgId));
      await verdicts.add(subject, trace(asked ?? []), counted);
    };
    /** Undefined for a name that is passed over. */
    const bounded = (index: number, hits: Promise<PlacedHit[]>): Promise<PlacedHit[] | undefined> =>
      hits.catch((error: unknown) => {
        if (!(error instanceof WorkLimitReached)) throw error;
        if (!caps.passOver) throw tooMuchWork(caps.nameAt?.(index) ?? 'name');
        caps.passOver(index);
        return undefined;
      });
    // Below what the index finds quickly, both are the same.
    if (!more?.scans && needsFullScan(named, least))
      await this.#fullScans.through(orgId, abandoned, async (search) => {
        for (const [i, subject] of subjects.entries()) {
          const question = toQuestion(subject, profile);
          await judge(subject, question, await bounded(i, search(question, named, least)));
        }
      });
    else {
      const yieldIfDue = yielder(this.#parts.hasOthers);
      for (const [i, subject] of subjects.entries()) {
        abandoned?.throwIfAborted();
        const question = toQuestion(subject, profile);
        const scans = more?.scans ?? this.#fullScans;
        const long = () => bounded(i, scans.search(orgId, abandoned, question, named, leastOnOwn));
        const found =
          (more?.scans ? undefined : findBriefly(question, named, leastOf)) ??
          (await long())?.filter((hit) => isHitFrom(hit, leastOf(hit.listKind)));
        await judge(subject, question, found);
        await yieldIfDue();
      }
    }
    const finished = await verdicts.all();
    return {
      // The version of what was searched, which may be newer than the revisions that were read first.
      listVersion: versionOf(
        lists.map(({ listRevision: { id }, revision, stamp }) => ({ id, revision, stamp })),
      ),
      lists: checkedLists(lists),
      screenedAt,
      kinds,
      threshold,
      limit,
      ...(rules.types && { types: rules.types }),
      ...(profile && { profile: { name: profile.name, version: profile.version } }),
      ...(federated && {
        federated: markOf(federated, rules, {
          isUnavailable: verdicts.isUnavailable,
          hasProfile: isAnyWeighed && given !== undefined,
        }),
      }),
      verdicts: finished,
    };
  }

  /** Resolves when entries may be added to an organization's list: one that grows while it is asked takes them as they are indexed. */
  letIn(orgId: string, listId: string, count: number): Promise<void> {
    return this.#catalog.letIn(orgId, listId, count);
  }

  /** Makes the traces with which the organization's identifiers are kept. */
  tracerOf(orgId: string): Tracer {
    return tracerOf(this.#parts.secret, orgId);
  }

  /** `listVersion` of a `screenFederated` that began now. */
  async listVersion(orgId: string, rules: Pick<Rules, 'kinds'>): Promise<string> {
    const { lists, federated } = await this.#currentFederated.get(orgId);
    const opened = openedKinds(rules.kinds ?? federated?.kinds);
    return versionOf(lists.filter(({ kind }) => opened.includes(kind as ListKind)));
  }

  /** The global lists as they are now, by kind and source. */
  async globalLists(): Promise<CheckedList[]> {
    const lists = await selectGlobalRevisions(this.#parts.db);
    return inOrder(lists.map((list) => namedList(list, list)));
  }

  /** Brings the global lists into memory as they are now, so that no screening has to. */
  async follow(): Promise<void> {
    const askedMs = clock.monotonicMs();
    await this.#global.open(await selectGlobalRevisions(this.#parts.db), askedMs);
  }

  /** Brings large lists of organizations into memory: see `preload`. */
  async preload(withinMs: number): Promise<void> {
    await preload(this.#parts.db, this.#catalog, withinMs);
    const askedMs = clock.monotonicMs();
    const global = await this.#global.open(await selectGlobalRevisions(this.#parts.db), askedMs);
    await warmUp(global, yielder());
  }

  /**
   * For `afterCommit`, when this process has changed a global list: the answer to that waits until every screening here
   * sees it.
   */
  async catchUp(): Promise<void> {
    // The next screening tries again, and tells if it cannot.
    await this.#global.catchUp(() => selectGlobalRevisions(this.#parts.db)).catch(() => {});
  }
}
