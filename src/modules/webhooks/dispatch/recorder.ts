import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { disable } from '../subscriptions/subscriptions.ts';
import { lockWebhook } from '../subscriptions/store.ts';
import { GIVE_UP_DAYS } from './retry.ts';
import * as store from './store.ts';

const MAX_BATCH = 500;
/** Nobody waits for a record, and a batch costs little more than a single one. */
const COLLECT_MS = 5;
const RETRY_MS = 250;
const GIVE_UP_MS = GIVE_UP_DAYS * 24 * 3_600_000;

export type Finished = store.AttemptRecord & {
  /** The receiver said 410: its subscription ends with this attempt. */
  gone: boolean;
};

function byLane(batch: readonly Finished[]): store.LaneRecord[] {
  const lanes = new Map<string, store.LaneRecord>();
  for (const { orgId, webhookId, fence, attemptedAt, result } of batch) {
    const known = lanes.get(webhookId) ?? {
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
    lanes.set(webhookId, known);
  }
  return [...lanes.values()];
}

/**
 * Writes outcomes in batches: while one batch is being written the next collects, so that batches grow with
 * the load. What the database cannot take now is kept and tried again.
 */
export class Recorder {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #nowMs: () => number;
  readonly #onRecorded: (recorded: Finished[]) => void;
  #waiting: Finished[] = [];
  #running: Promise<void> | undefined;

  /** @param onRecorded once an outcome is written, or refused because the lease has passed on */
  constructor(
    db: Database,
    log: Logger,
    nowMs: () => number,
    onRecorded: (recorded: Finished[]) => void,
  ) {
    this.#db = db;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#onRecorded = onRecorded;
  }

  add(outcome: Finished): void {
    this.#waiting.push(outcome);
    this.#running ??= this.#drain().finally(() => (this.#running = undefined));
  }

  /** Resolves when all that was added is written, or after `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    const settled = (async () => {
      while (this.#running) await this.#running;
    })();
    await Promise.race([settled, sleep(timeoutMs, undefined, { ref: false })]);
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(COLLECT_MS);
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await this.#write(batch);
      } catch (error) {
        this.#log.warn({ err: error }, 'outcomes of webhook attempts could not be recorded yet');
        this.#waiting.unshift(...batch);
        await sleep(RETRY_MS);
      }
    }
  }

  /** Takes what it has written out of `batch`; may be repeated when it is not known whether it succeeded. */
  async #write(batch: Finished[]): Promise<void> {
    for (const outcome of batch.filter(({ gone }) => gone)) {
      await this.#recordGone(outcome);
      this.#onRecorded(batch.splice(batch.indexOf(outcome), 1));
    }
    if (batch.length === 0) return;
    const lanes = await store.recordAttempts(this.#db.read, batch, byLane(batch));
    const failed = new Set(
      lanes
        .filter(
          ({ failingSince }) =>
            failingSince && this.#nowMs() - failingSince.getTime() >= GIVE_UP_MS,
        )
        .map((lane) => lane.webhookId),
    );
    for (const { orgId, webhookId } of batch.filter((outcome) => failed.delete(outcome.webhookId)))
      await this.#disableFailing(orgId, webhookId).catch((error: unknown) =>
        // The next failure tries again.
        this.#log.warn({ err: error, orgId, webhookId }, 'a webhook could not be deactivated'),
      );
    this.#onRecorded(batch);
  }

  /** The outcome and the deactivation commit together. */
  async #recordGone(outcome: Finished): Promise<void> {
    const { orgId, webhookId } = outcome;
    await this.#db.transaction(async (tx) => {
      // Before the lane, as whoever changes the subscription does.
      const row = await lockWebhook(tx, orgId, webhookId);
      const written = await store.recordAttempts(tx, [outcome], byLane([outcome]));
      if (!row?.active || written.length === 0) return;
      await disable(tx, row, 'gone');
      this.#log.warn({ orgId, webhookId, reason: 'gone' }, 'a webhook was deactivated');
    });
  }

  async #disableFailing(orgId: string, webhookId: string): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const row = await lockWebhook(tx, orgId, webhookId);
      if (!row?.active || !(await store.hasFailedFor(tx, orgId, webhookId, GIVE_UP_DAYS))) return;
      await disable(tx, row, 'failing');
      this.#log.warn({ orgId, webhookId, reason: 'failing' }, 'a webhook was deactivated');
    });
  }
}
