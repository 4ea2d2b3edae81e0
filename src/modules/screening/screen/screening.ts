import { BucketLoader } from '../../../platform/db/buckets/bucket-loader.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { clock } from '../../../platform/clock.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import {
  listedNumbers,
  type ListKind,
  openedKinds,
  type Profile,
  type Tracer,
  tracerOf,
} from '../../../matching/index.ts';
import { type ListRevision, selectGlobalRevisions } from '../../lists/index.ts';
import { loadProfiles } from '../profile/profile.ts';
import { Catalog } from './catalog.ts';
import { CurrentLists } from './checked/current.ts';
import { checkedLists, inOrder, namedList } from './checked/lists.ts';
import type { CheckedList } from './checked/schemas.ts';
import { markOf, type FederatedRulesOf } from './federated.ts';
import { GlobalLists } from './global-lists.ts';
import type { Effects } from './outcome/effects.ts';
import { Verdicts, type Decided } from './outcome/verdicts.ts';
import { openLists, planOf, type ScreeningRequest } from './plan.ts';
import { isWeighed } from './question.ts';
import type { Rules, Screened } from './screened.ts';
import { search } from './search.ts';
import type { KeptParts } from './start/kept-parts.ts';
import { preload } from './start/preload.ts';
import { FullScans, MOST_WORK } from './threads/full-scans.ts';
import { hash } from 'node:crypto';
import type { Version } from '../../../platform/db/buckets/history.ts';
import { DEFAULT_THRESHOLD } from '../../../names/index.ts';
import { findBriefly, type SearchedList } from './find-hits.ts';

/** Recent versions of lists: they seldom change, and the hash takes a hundredth of a screening's time. */
let last: { of: string; version: string } | undefined;

/**
 * Returns the `listVersion` of an answer from these lists: 16 hexadecimal digits, whatever the order. The stamps make
 * it unique even if the database has lost commits and reused their revisions.
 */
function versionOf(lists: ({ id: string } & Version)[]): string {
  const of = lists
    .map(({ id, revision, stamp }) => `${id}@${revision}${stamp && `@${stamp}`}`)
    .toSorted()
    .join('\n');
  if (last?.of !== of) last = { of, version: hash('sha256', of).slice(0, 16) };
  return last.version;
}

/** The parts of a process that screening uses. */
export type ScreeningParts = {
  db: Queryable;
  /** Memory for the indexes of all lists. */
  memoryBytes: number;
  /** The server's secret: identifiers are stored as HMACs with keys derived from it. */
  secret: string;
  decided: Decided;
  federatedRulesOf?: FederatedRulesOf;
  /** Returns true if other requests run in this process: see `yielder`. */
  hasOthers?: () => boolean;
  /** Where indexes of global lists are stored for the next start. */
  kept?: KeptParts | undefined;
  /** The sanctions listings that block. */
  effects?: Effects;
};

/** Screens names against the committed lists. */
export class Screening {
  readonly #parts: ScreeningParts;
  readonly #catalog: Catalog;
  readonly #global: GlobalLists;
  readonly #fullScans = new FullScans({ mostWork: MOST_WORK });
  /** The scans for work with a lower priority than all other work. */
  readonly #patientScans = new FullScans({ mostWork: MOST_WORK, givesWay: true, threads: 1 });
  readonly #current: CurrentLists;
  readonly #currentFederated: CurrentLists;
  readonly #profiles: BucketLoader<Profile | undefined>;

  constructor(parts: ScreeningParts) {
    const { db, memoryBytes, federatedRulesOf, kept } = parts;
    this.#parts = parts;
    this.#catalog = new Catalog(memoryBytes, kept);
    this.#global = new GlobalLists(db, this.#catalog);
    this.#current = new CurrentLists(db);
    this.#currentFederated = new CurrentLists(db, federatedRulesOf);
    this.#profiles = new BucketLoader(db, loadProfiles);
  }

  /**
   * Screens the subjects. Reads and computes only; `storeScreenings` stores the result.
   * @throws ApiError SERVICE_UNAVAILABLE when too many search through all names; CONFLICT with too many hits;
   * BAD_REQUEST for a name that takes too much work, unless `caps` allows to skip it; the reason of `abandoned`
   */
  async screen(request: ScreeningRequest): Promise<Screened> {
    const { orgId, rules, caps } = request;
    const screenedAt = clock.now();
    const { plan, lists, federated, chosen } = await this.#plan(request);
    const verdicts = new Verdicts({
      ...this.#parts,
      orgId,
      types: rules.types,
      lists,
      limit: plan.limit,
      caps,
      trace: this.tracerOf(orgId),
      chosen: () => chosen ?? this.#profiles.get(orgId),
      sharers: federated?.decisionsOf,
    });
    const traces = request.subjects.flatMap((subject) => subject.traces ?? []);
    const listed =
      traces.length > 0
        ? await listedNumbers(
            traces,
            lists.named.flatMap(({ parts }) => parts.map(({ segment }) => segment.identifiers)),
            this.tracerOf(orgId),
          )
        : undefined;
    const scans = request.givesWay ? this.#patientScans : this.#fullScans;
    await search(request, plan, lists, listed, scans, this.#parts.hasOthers, (...found) =>
      verdicts.add(...found),
    );
    const finished = await verdicts.all();
    const { kinds, threshold, limit, profile, hasGivenProfile: hasProfile } = plan;
    const { isUnavailable } = verdicts;
    return {
      // The version of the searched lists, which may be newer than the revisions read first.
      listVersion: versionOf(
        lists.all.map(({ listRevision: { id }, revision, stamp }) => ({ id, revision, stamp })),
      ),
      lists: checkedLists(lists.all),
      screenedAt,
      kinds,
      threshold,
      limit,
      ...(rules.types && { types: rules.types }),
      ...(profile && { profile: { name: profile.name, version: profile.version } }),
      ...(federated && { federated: markOf(federated, rules, { isUnavailable, hasProfile }) }),
      verdicts: finished,
    };
  }

  /** Reads the rules and opens the lists as they are committed now. */
  async #plan(request: ScreeningRequest) {
    const { orgId, subjects, rules, profile, isFederated, mayLag } = request;
    const askedMs = clock.monotonicMs();
    const [{ lists: all, federated }, chosen, own] = await Promise.all([
      (isFederated ? this.#currentFederated : this.#current).get(orgId, rules.kinds),
      profile ?? (subjects.some(isWeighed) ? this.#profiles.get(orgId) : undefined),
      bucketOf(this.#parts.db, orgId),
    ]);
    const plan = planOf(request, federated, chosen);
    const isAsked = ({ kind }: ListRevision) => plan.opened.includes(kind as ListKind);
    const global = all.filter((one) => one.global);
    const [ours, theirs] = await Promise.all([
      Promise.all(
        all
          .filter((one) => !one.global && isAsked(one))
          .map(async (listRevision) => ({
            ...(await this.#catalog.open(own, orgId, listRevision, askedMs)),
            listRevision,
          })),
      ),
      mayLag ? this.#global.openSoon(global, askedMs) : this.#global.open(global, askedMs),
    ]);
    const asked = theirs.filter(({ listRevision }) => isAsked(listRevision));
    return { plan, lists: openLists([...ours, ...asked]), federated, chosen };
  }

  /**
   * Resolves when entries may be added to an organization's list. A list that grows while it is queried accepts them
   * at the speed of indexing.
   */
  letIn(orgId: string, listId: string, count: number): Promise<void> {
    return this.#catalog.letIn(orgId, listId, count);
  }

  /** Makes the traces with which the organization's identifiers are stored. */
  tracerOf(orgId: string): Tracer {
    return tracerOf(this.#parts.secret, orgId);
  }

  /** Returns the `listVersion` of a screening for a request that began now. */
  async listVersion(orgId: string, rules: Pick<Rules, 'kinds'>): Promise<string> {
    const { lists, federated } = await this.#currentFederated.get(orgId, rules.kinds);
    const opened = openedKinds(rules.kinds ?? federated?.kinds);
    return versionOf(lists.filter(({ kind }) => opened.includes(kind as ListKind)));
  }

  /** Returns the current global lists, by kind and source. */
  async globalLists(): Promise<CheckedList[]> {
    const lists = await selectGlobalRevisions(this.#parts.db);
    return inOrder(lists.map((list) => namedList(list, list)));
  }

  /** Loads the current global lists into memory, so that no screening has to. */
  async follow(): Promise<void> {
    const askedMs = clock.monotonicMs();
    await this.#global.open(await selectGlobalRevisions(this.#parts.db), askedMs);
  }

  /** Loads large lists of organizations into memory: see `preload`. */
  async preload(withinMs: number): Promise<void> {
    await preload(this.#parts.db, this.#catalog, withinMs);
    const askedMs = clock.monotonicMs();
    const global = await this.#global.open(await selectGlobalRevisions(this.#parts.db), askedMs);
    await warmUp(global, yielder());
  }

  /**
   * Waits, for `afterCommit` after this process has changed a global list, until every screening here sees the change.
   */
  async catchUp(): Promise<void> {
    // The next screening retries, and reports an error.
    await this.#global.catchUp(() => selectGlobalRevisions(this.#parts.db)).catch(() => {});
  }
}

/** Enough to compile nearly all the code of later queries. */
const QUESTIONS = 200;

/**
 * Searches names spread over the largest list, so that the first queries of callers find compiled code and cached
 * words.
 * @param pause awaited between two queries
 */
async function warmUp(lists: readonly SearchedList[], pause: () => Promise<void>): Promise<void> {
  const segments = lists.flatMap(({ parts }) => parts.map(({ segment }) => segment));
  const [largest] = segments.toSorted((a, b) => b.nameCount - a.nameCount);
  if (largest === undefined) return;
  const step = Math.ceil(largest.entryCount / QUESTIONS);
  for (let entry = 0; entry < largest.entryCount; entry += step) {
    findBriefly({ name: largest.entry(entry).name }, lists, () => DEFAULT_THRESHOLD);
    await pause();
  }
}
