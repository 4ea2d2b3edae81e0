import { retryWhileUnavailable } from '../../../platform/background/retry.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { isLockTimeout } from '../../../platform/db/lock-timeout.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { noteChanges } from '../../live/index.ts';
import { lockQueue } from '../deliveries/store.ts';
import { disable } from '../subscriptions/subscriptions.ts';
import { GIVE_UP_DAYS, GIVE_UP_MS } from '../dispatch/retry.ts';
import { stillLeased } from '../dispatch/store.ts';
import * as store from './store.ts';
import { warn, warningDue } from './warning.ts';

const MAX_REFUSED = 3;
const DEACTIVATED = 'a webhook was deactivated';

export type Finished = store.AttemptRecord & {
  /** The receiver said 410: its subscription ends with this attempt. */
  gone: boolean;
  /** Version of the subscription when it was sent. */
  version: number;
};

/** The fate of a batch. */
export type Recording = {
  /** These are written, or refused because their lease has passed on. */
  recorded: Finished[];
  /** These have to wait for somebody who is changing their queue: record them again. */
  locked: Finished[];
  /** These cannot be recorded: their queues must not be served on. */
  lost: Finished[];
};

/** Leaves out what was done under an earlier lease of the same queue: the database would refuse it. */
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

/** Writes a batch, and tells whoever looks at a webhook that begins to fail or has ceased to. */
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

/** Writes outcomes of attempts, and deactivates the subscriptions that they put an end to. */
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
   * Writes a batch in one statement, as soon as the database takes it. An outcome that it refuses costs the others
   * nothing.
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

  /** Writes the outcome of a receiver that is gone: it and the deactivation of the subscription commit together. */
  async recordGone(outcome: Finished): Promise<Recording> {
    const written = await this.#deactivate(() => this.#writeGone(outcome));
    return written ? { recorded: [outcome], locked: [], lost: [] } : this.#lost(outcome);
  }

  /** Resolves when no deactivation is under way. */
  async settled(): Promise<void> {
    await this.#deactivations;
  }

  /** Tries nothing again from now on. */
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

  /** Queues that were not written because somebody is changing them, and not because their lease has passed on. */
  async #locked(
    queues: readonly store.QueueRecord[],
    written: readonly store.RecordedQueue[],
  ): Promise<Set<string>> {
    const known = new Set(written.map((queue) => queue.webhookId));
    const missing = queues.filter((queue) => !known.has(queue.webhookId));
    return missing.length === 0 ? new Set() : stillLeased(this.#db.read, missing);
  }

  /**
   * Deactivations and warnings wait for publishers of the organization, so they go one by one beside the batches and not
   * before them.
   */
  #deactivate<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#deactivations.then(() => this.#untilDone(work));
    this.#deactivations = done;
    return done;
  }

  /**
   * Tries again what the database cannot take now; all of this may be repeated. What it refuses is given up.
   * @returns undefined when it was not done
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

  /** Its delivery is not sent again before another process takes the queue. */
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
        // Waits where the recording of batches would pass over the queue.
        await lockQueue(tx, orgId, webhookId);
        // An address's answer from before the subscription was changed says nothing about the new one.
        const applies = row?.version === outcome.version || row?.disabled_reason === 'gone';
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
    if (warned) this.#log.warn({ orgId, webhookId, percent }, 'a webhook goes on failing');
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
