import { backOffMs } from '../../../../platform/concurrency/back-off.ts';
import { LEASE_MS, LeaseLost, whileLeased } from '../../../../platform/background/lease.ts';
import type { Actor } from '../../../../platform/audit/action.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { newId } from '../../../../platform/ids.ts';
import type { OutboundClient } from '../../../../platform/outbound/client.ts';
import { codeOf } from '../../../../platform/outbound/error.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { traceJob } from '../../../../platform/observability/tracing.ts';
import type { GlobalKind } from '../../../../matching/index.ts';
import { checksumsOf } from '../hashed-files.ts';
import { importList } from '../import-list.ts';
import type { Mapping } from '../../import/mapping/schemas.ts';
import { isOfTheseReaders } from '../last-import.ts';
import { getGlobalList, globalListId } from '../lists.ts';
import { Refusal } from '../refused.ts';
import type { GlobalList, ImportReport, RefusedFile } from '../schemas.ts';
import { contentsOf, fetchChanged, FetchError, withoutQuery, type Fetched } from './fetch.ts';
import { acceptRefused } from './override.ts';
import { openQueries, type Keys } from './queries.ts';
import * as store from './store.ts';

const FIRST_RETRY_MS = 300_000;

export const REFRESH_OUTCOMES = ['changed', 'unchanged', 'failed', 'refused'] as const;
export type RefreshOutcome = (typeof REFRESH_OUTCOMES)[number];

export type RefreshResult =
  | ({ ok: true; outcome: 'changed' | 'unchanged' } & (ImportReport | { list: GlobalList }))
  | { ok: false; outcome: 'failed' | 'refused'; error: string; list: GlobalList };

export type RefresherOptions = {
  /** Statements of an import have no time limit, so they do not use the pool that answers requests. */
  db: Database;
  outbound: OutboundClient;
  keys: Keys;
  /** Folder for downloads while they are read. */
  folder: string;
  /** Size of the largest accepted file. */
  maxBytes: number;
  /** Time limit for the files of a list. */
  timeoutMs: number;
  log: Logger;
  /** Called after every finished refresh. */
  onOutcome?: (outcome: RefreshOutcome) => void;
};

/**
 * Updates lists from their origins. A row with a holder and an end claims a refresh, so only one process does it. Files
 * are fetched first, outside of transactions. One transaction writes the result and requires that the process still
 * holds the claim.
 */
export class Refresher {
  readonly #options: RefresherOptions;

  constructor(options: RefresherOptions) {
    this.#options = options;
  }

  /**
   * Refreshes the list that has been due longest, of all or of those that did not fail last. @returns false if none
   * is due
   */
  async refreshDue(signal: AbortSignal, of: 'all' | 'unfailed' = 'all'): Promise<boolean> {
    const { db } = this.#options;
    const held = await store.claimDue(db.read, newId('refresh'), LEASE_MS, of);
    if (held) await traceJob('refresh', null, () => this.#refresh(held, signal));
    return held !== undefined;
  }

  /**
   * Refreshes one list now, even if the validators show no change.
   * @param acceptedBy the operator who accepts the refused file, after another operator requested it
   * @throws ApiError NOT_FOUND; CONFLICT if it has no origin or is being refreshed; the errors of `acceptRefused`
   */
  async refresh(source: string, acceptedBy?: Actor): Promise<RefreshResult> {
    const { db } = this.#options;
    const id = await globalListId(db.read, source);
    const held = await this.#claim(id, acceptedBy);
    const result = await this.#refresh({ ...held, validators: null }, new AbortController().signal);
    if (!result)
      throw new ApiError('CONFLICT', 'the list has changed, or another process is refreshing it');
    return result;
  }

  async #claim(id: string, acceptedBy: Actor | undefined): Promise<store.HeldRow> {
    return this.#options.db.transaction(async (tx) => {
      const { origin } = await getGlobalList(tx, id);
      if (!origin) throw new ApiError('CONFLICT', 'the list has no origin to fetch from');
      const accepted = acceptedBy ? await acceptRefused(tx, id, acceptedBy) : null;
      const claim = { holder: newId('refresh'), leaseMs: LEASE_MS, accepted };
      const held = await store.claim(tx, id, claim);
      if (!held) throw new ApiError('CONFLICT', 'the list is being refreshed');
      return held;
    });
  }

  /** @returns undefined if it was interrupted or the claim was lost */
  async #refresh(held: store.HeldRow, signal: AbortSignal): Promise<RefreshResult | undefined> {
    const { db, log, onOutcome } = this.#options;
    const { list_id: listId, source } = held;
    const holder = held.holder!;
    const renew = (): Promise<boolean> => store.renewClaim(db.read, listId, holder, LEASE_MS);
    let result: RefreshResult;
    try {
      result = await whileLeased({ renew, signal }, (until) => this.#bring(held, until));
      log.info({ source, outcome: result.outcome }, 'a list was refreshed');
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      if (signal.aborted) {
        await store.releaseClaim(db.read, listId, holder);
        return undefined;
      }
      const problem = problemOf(error);
      const known = error instanceof FetchError || error instanceof ApiError;
      log.warn({ source, problem, ...(known ? {} : { err: error }) }, 'a list was not refreshed');
      const refused = error instanceof Refusal ? error.file : null;
      const failure = { error: problem, retrySeconds: retrySeconds(held), refused };
      if (!(await store.settleFailed(db.read, held, failure))) return undefined;
      const list = await getGlobalList(db.read, listId);
      const outcome = error instanceof Refusal ? 'refused' : 'failed';
      result = { ok: false, outcome, error: problem, list };
    }
    onOutcome?.(result.outcome);
    return result;
  }

  async #bring(held: store.HeldRow, signal: AbortSignal): Promise<RefreshResult> {
    const { db } = this.#options;
    const known = isOfTheseReaders(held) ? (held.validators as store.KnownValidators | null) : null;
    const locations = await openQueries(this.#options.keys, held.source, held);
    const fetched = await fetchChanged({ ...this.#options, signal }, locations, known);
    if (!fetched) {
      if (!(await store.settleDone(db.read, held.list_id, held.holder!, known!)))
        throw new LeaseLost();
      const list = await getGlobalList(db.read, held.list_id);
      return { ok: true, outcome: 'unchanged', list };
    }
    try {
      return await this.#import(held, fetched);
    } finally {
      await fetched.close();
    }
  }

  async #import(held: store.HeldRow, { files, validators }: Fetched) {
    const checksums = await checksumsOf(contentsOf(files));
    const report = await this.#options.db.transaction(async (tx) => {
      const imported = await importList(tx, {
        kind: held.kind as GlobalKind,
        source: held.source,
        format: held.format,
        ...(held.mapping !== null && { mapping: held.mapping as Mapping }),
        ...contentsOf(files),
        again: () => contentsOf(files).main,
        checksums,
        origin: withoutQuery(held.main),
        lastModified: validators.main.lastModified,
        guarded: { accepted: held.allow_shrink ? (held.refused as RefusedFile | null) : null },
      });
      if (!(await store.settleDone(tx, held.list_id, held.holder!, validators)))
        throw new LeaseLost();
      return { ...imported, list: await getGlobalList(tx, held.list_id) };
    });
    const changed = report.added + report.changed + report.removed > 0;
    return {
      ok: true as const,
      outcome: changed ? ('changed' as const) : ('unchanged' as const),
      ...report,
    };
  }
}

/** Returns the time until a failed refresh is retried: 5 minutes, doubled each time, at most the list's interval. */
function retrySeconds({ failures, every_seconds: everySeconds }: store.HeldRow): number {
  const mostMs = (everySeconds ?? 0) * 1000;
  return backOffMs(failures, { firstMs: FIRST_RETRY_MS, mostMs }) / 1000;
}

/** Returns the stored form of a failure: our message, or the code of a system's error. */
function problemOf(error: unknown): string {
  if (error instanceof FetchError || error instanceof ApiError) return error.message.slice(0, 500);
  const code = codeOf(error);
  return `unexpected failure${code === undefined ? '' : ` (${code})`}`;
}
