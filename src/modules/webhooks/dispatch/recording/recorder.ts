import { retryWhileUnavailable, isLockTimeout } from '../../../../platform/db/retry.ts';
import { clock } from '../../../../platform/clock.ts';
import { isSame, type Version } from '../../../../platform/db/buckets/history.ts';
import type { Database, Tx } from '../../../../platform/db/database.ts';
import { isUnavailable } from '../../../../platform/db/failures.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { noteChanges } from '../../../live/index.ts';
import { disable } from '../../subscriptions/subscriptions.ts';
import { GIVE_UP_DAYS, GIVE_UP_MS } from '../../retry.ts';
import { stillLeased } from '../store.ts';
import * as store from './store.ts';
import { warn, warningDue } from './warning.ts';
import { lockQueue } from '../../subscriptions/store.ts';

const MAX_REFUSED = 3;
const DEACTIVATED = 'a webhook was deactivated';

export type Finished = store.AttemptRecord & {
  /** True if the receiver answered 410: its subscription ends with this attempt. */
  gone: boolean;
  /** The version of the subscription at the time of sending. */
  version: Version;
};

/** The result of a batch. */
export type Recording = {
  /** Written, or rejected because the lease belongs to another process now. */
  recorded: Finished[];
  /** Not written, because their queues are locked: record them again. */
  locked: Finished[];
  /** Not recordable, so their queues must not be served any longer. */
  lost: Finished[];
};

/** Leaves out outcomes under an earlier lease of the same queue: the database would reject them. */
function underLatestLease(batch: readonly Finished[]): Finished[] {
  const fences = new Map<string, number>();
  for (const { webhookId, fence } of batch)
    fences.set(webhookId, Math.max(fence, fences.get(webhookId) ?? 0));
  return batch.filter(({ webhookId, fence }) => fences.get(webhookId) === fence);
}

function byQueue(batch: readonly Finished[]): store.QueueRecord[] {
  const queues = new Map<string, store.QueueRecord>();
  for (const { orgId, webhookId, fence, attemptedAt, result } of batch) {
    const known = queues.get(webhookId) ?? {
      orgId,
      webhookId,
      fence,
      lastTriggeredAt: attemptedAt,
      succeeded: false,
      failedAt: null,
    };
    const succeeded = result === 'succeeded';
    if (attemptedAt > known.lastTriggeredAt) known.lastTriggeredAt = attemptedAt;
    known.succeeded ||= succeeded;
    known.failedAt = succeeded ? null : (known.failedAt ?? attemptedAt);
    queues.set(webhookId, known);
  }
  return [...queues.values()];
}

/** Writes a batch, and reports webhooks that begin or cease to fail to live streams. */
async function recordAndTell(
  tx: Tx,
  attempts: readonly store.AttemptRecord[],
  queues: readonly store.QueueRecord[],
): Promise<store.RecordedQueue[]> {
  const written = await store.recordAttempts(tx, attempts, queues);
  const turned = written.filter((queue) => queue.turned);
  await noteChanges(
    tx,
    'webhook',
    turned.map(({ orgId, webhookId: id }) => ({ orgId, id })),
  );
  return written;
}

/** Writes outcomes of attempts, and deactivates subscriptions that must end. */
export class Recorder {
  readonly #db: Database;
  readonly #log: Logger;
  #deactivations: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Writes a batch in one statement, as soon as the database accepts it. A rejected outcome has no effect on the
   * others.
   */
  async record(batch: readonly Finished[]): Promise<Recording> {
    const written = await this.#untilDone(() => this.#write(batch));
    if (written) return written;
    if (batch.length === 1) return this.#lost(batch[0]!);
    const each: Recording[] = [];
    for (const outcome of batch) each.push(await this.record([outcome]));
    return {
      recorded: each.flatMap(({ recorded }) => recorded),
      locked: each.flatMap(({ locked }) => locked),
      lost: each.flatMap(({ lost }) => lost),
    };
  }

  /**
   * Writes the outcome of a receiver that answered 410, in one transaction with the deactivation of the subscription.
   */
  async recordGone(outcome: Finished): Promise<Recording> {
    const written = await this.#deactivate(() => this.#writeGone(outcome));
    return written ? { recorded: [outcome], locked: [], lost: [] } : this.#lost(outcome);
  }

  /** Resolves when no deactivation is running. */
  async settled(): Promise<void> {
    await this.#deactivations;
  }

  /** Ends all retries. */
  stop(): void {
    this.#stopped = true;
  }

  async #write(batch: readonly Finished[]): Promise<Recording> {
    const valid = underLatestLease(batch);
    const queues = byQueue(valid);
    const written = await this.#db.transaction((tx) => recordAndTell(tx, valid, queues));
    const lockedQueues = await this.#locked(queues, written);
    const locked = new Set(valid.filter(({ webhookId }) => lockedQueues.has(webhookId)));
    for (const { orgId, webhookId } of queues) {
      const { failingSince, warnedPercent = 0 } =
        written.find((queue) => queue.webhookId === webhookId) ?? {};
      if (!failingSince) continue;
      const failedMs = clock.nowMs() - failingSince.getTime();
      if (failedMs >= GIVE_UP_MS)
        void this.#deactivate(() => this.#disableFailing(orgId, webhookId));
      else if (warningDue(failedMs) > warnedPercent)
        void this.#deactivate(() => this.#warn(orgId, webhookId, warningDue(failedMs)));
    }
    const recorded = batch.filter((outcome) => !locked.has(outcome));
    return { recorded, locked: [...locked], lost: [] };
  }

  /**
   * Returns the queues that were not written because of a lock, without queues whose lease has passed to another
   * process.
   */
  async #locked(
    queues: readonly store.QueueRecord[],
    written: readonly store.RecordedQueue[],
  ): Promise<Set<string>> {
    const known = new Set(written.map((queue) => queue.webhookId));
    const missing = queues.filter((queue) => !known.has(queue.webhookId));
    return missing.length === 0 ? new Set() : stillLeased(this.#db.read, missing);
  }

  /**
   * Deactivations and warnings wait for publishers of the organization, so they run one by one, concurrently with
   * batches.
   */
  #deactivate<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#deactivations.then(() => this.#untilDone(work));
    this.#deactivations = done;
    return done;
  }

  /**
   * Retries while the database is unavailable; `work` must be repeatable. Drops what the database rejects.
   * @returns undefined if the work was not done
   */
  async #untilDone<T>(work: () => Promise<T>): Promise<T | undefined> {
    let refused = 0;
    const passes = (error: unknown): boolean => {
      this.#log.warn({ err: error }, 'outcomes of webhook attempts could not be recorded yet');
      if (!isUnavailable(error) && !isLockTimeout(error)) refused += 1;
      return !this.#stopped && refused < MAX_REFUSED;
    };
    if (this.#stopped) return undefined;
    return retryWhileUnavailable(Infinity, work, passes).catch(() => undefined);
  }

  /** The delivery is not sent again until another process takes the queue. */
  #lost(outcome: Finished): Recording {
    const { orgId, webhookId, deliveryId } = outcome;
    if (!this.#stopped)
      this.#log.error({ orgId, webhookId, deliveryId }, 'outcomes of webhook attempts were lost');
    return { recorded: [], locked: [], lost: [outcome] };
  }

  async #writeGone(outcome: Finished): Promise<true> {
    const { orgId, webhookId } = outcome;
    const disabled = await this.#db.transaction((tx) =>
      disable(tx, orgId, webhookId, 'gone', async (row) => {
        // Waits for the lock; the recording of batches would skip the queue.
        await lockQueue(tx, orgId, webhookId);
        // The answer from an address before a change of the subscription does not apply to the new address.
        const applies =
          (row && isSame({ revision: row.version, stamp: row.stamp }, outcome.version)) ||
          row?.disabled_reason === 'gone';
        const attempt: Finished = applies ? outcome : { ...outcome, result: 'retry' };
        const written = await recordAndTell(tx, [attempt], byQueue([attempt]));
        return applies && written.length > 0;
      }),
    );
    if (disabled) this.#log.warn({ orgId, webhookId, reason: 'gone' }, DEACTIVATED);
    return true;
  }

  async #warn(orgId: string, webhookId: string, percent: number): Promise<void> {
    const warned = await this.#db.transaction((tx) => warn(tx, orgId, webhookId, percent));
    if (warned) this.#log.warn({ orgId, webhookId, percent }, 'a webhook keeps failing');
  }

  async #disableFailing(orgId: string, webhookId: string): Promise<void> {
    const disabled = await this.#db.transaction((tx) =>
      disable(tx, orgId, webhookId, 'failing', () =>
        store.hasFailedFor(tx, orgId, webhookId, GIVE_UP_DAYS),
      ),
    );
    if (disabled) this.#log.warn({ orgId, webhookId, reason: 'failing' }, DEACTIVATED);
  }
}
