import { setTimeout as sleep } from 'node:timers/promises';
import { retryWhileUnavailable } from '../../../platform/background/retry.ts';
import { Runner } from '../../../platform/background/runner.ts';
import { clock } from '../../../platform/clock.ts';
import { type Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { isLockTimeout } from '../../../platform/db/lock-timeout.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { lockLane } from '../deliveries/store.ts';
import { disable } from '../subscriptions/subscriptions.ts';
import { GIVE_UP_DAYS } from '../dispatch/retry.ts';
import { stillLeased } from '../dispatch/store.ts';
import * as store from './store.ts';

const MAX_BATCH = 500;
/** Nobody waits for a record, and a batch costs little more than a single one. */
const COLLECT_MS = 20;
const MAX_REFUSED = 3;
/** Until a lane that somebody is changing is tried again. */
const LOCKED_RETRY_MS = 50;
const DEACTIVATED = 'a webhook was deactivated';
const GIVE_UP_MS = GIVE_UP_DAYS * 24 * 3_600_000;

export type Finished = store.AttemptRecord & {
  /** The receiver said 410: its subscription ends with this attempt. */
  gone: boolean;
  /** Of the subscription, when it was sent. */
  version: number;
};

/** What was done under an earlier lease of the same lane is not recorded: the database would refuse it. */
function underLatestLease(batch: readonly Finished[]): Finished[] {
  const fences = new Map<string, number>();
  for (const { webhookId, fence } of batch)
    fences.set(webhookId, Math.max(fence, fences.get(webhookId) ?? 0));
  return batch.filter(({ webhookId, fence }) => fences.get(webhookId) === fence);
}

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
  readonly #onRecorded: (recorded: Finished[]) => void;
  readonly #onLocked: (webhookIds: ReadonlySet<string>) => void;
  readonly #onLost: (webhookId: string) => void;
  #waiting: Finished[] = [];
  readonly #runner: Runner;
  #exceptions: Promise<void> = Promise.resolve();
  #stopped = false;
  #backlog = 0;
  /** Those that wait for somebody who is changing their lane. */
  readonly #held = new Set<Finished>();

  /**
   * @param onRecorded once an outcome is written, or refused because the lease has passed on
   * @param onLocked lanes whose outcomes have to wait for somebody who is changing them
   * @param onLost a lane with an outcome that cannot be recorded: it must not be served on
   */
  constructor(
    db: Database,
    log: Logger,
    onRecorded: (recorded: Finished[]) => void,
    onLocked: (webhookIds: ReadonlySet<string>) => void = () => {},
    onLost: (webhookId: string) => void = () => {},
  ) {
    this.#db = db;
    this.#log = log;
    this.#onRecorded = onRecorded;
    this.#onLocked = onLocked;
    this.#onLost = onLost;
    this.#runner = new Runner({
      round: () => this.#recordNext(),
      onFailure: (error) => log.error({ err: error }, 'outcomes of webhook attempts are stuck'),
    });
  }

  add(outcome: Finished): void {
    this.#backlog += 1;
    if (outcome.gone)
      return this.#afterwards(
        () => this.#recordGone(outcome),
        () => this.#lose(outcome),
      );
    this.#waiting.push(outcome);
    this.#runner.wake();
  }

  /** Outcomes that are not written yet, without those of locked lanes, which must not hold up the others. */
  get backlog(): number {
    return this.#backlog - this.#held.size;
  }

  /** Writes all that was added, for at most `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    const settled = this.#runner.settled().then(() => this.#exceptions);
    await Promise.race([settled, sleep(timeoutMs, undefined, { ref: false })]);
    this.#stopped = true;
    void this.#runner.stop();
  }

  async #recordNext(): Promise<void> {
    if (this.#waiting.length === 0) return;
    await sleep(COLLECT_MS);
    const batch = this.#waiting.splice(0, MAX_BATCH);
    if (!(await this.#untilDone(() => this.#write(batch))))
      // One that the database refuses must not cost the others.
      for (const outcome of batch)
        if (batch.length === 1 || !(await this.#untilDone(() => this.#write([outcome]))))
          this.#lose(outcome);
    if (this.#waiting.length > 0) this.#runner.wake();
  }

  async #write(batch: readonly Finished[]): Promise<void> {
    const valid = underLatestLease(batch);
    const lanes = byLane(valid);
    const written = await store.recordAttempts(this.#db.read, valid, lanes);
    const locked = await this.#locked(lanes, written);
    const waiting = new Set(valid.filter(({ webhookId }) => locked.has(webhookId)));
    for (const outcome of batch) this.#held.delete(outcome);
    for (const outcome of waiting) this.#held.add(outcome);
    this.#done(batch.filter((outcome) => !waiting.has(outcome)));
    for (const { orgId, webhookId } of lanes) {
      const since = written.find((lane) => lane.webhookId === webhookId)?.failingSince;
      if (since && clock.nowMs() - since.getTime() >= GIVE_UP_MS)
        this.#afterwards(() => this.#disableFailing(orgId, webhookId));
    }
    if (waiting.size === 0) return;
    this.#onLocked(locked);
    const others = this.#waiting.length > 0;
    this.#waiting.push(...waiting);
    if (!others) await sleep(LOCKED_RETRY_MS);
  }

  #done(recorded: Finished[]): void {
    this.#backlog -= recorded.length;
    this.#onRecorded(recorded);
  }

  /** Lanes that were not written because somebody is changing them, and not because their lease has passed on. */
  async #locked(
    lanes: readonly store.LaneRecord[],
    written: readonly store.RecordedLane[],
  ): Promise<Set<string>> {
    const known = new Set(written.map((lane) => lane.webhookId));
    const missing = lanes.filter((lane) => !known.has(lane.webhookId));
    return missing.length === 0 ? new Set() : stillLeased(this.#db.read, missing);
  }

  /**
   * Deactivations wait for publishers of the organization, so they go one by one beside the batches and not
   * before them.
   */
  #afterwards(work: () => Promise<void>, lost: () => void = () => {}): void {
    const before = this.#exceptions;
    this.#exceptions = (async () => {
      await before;
      if (!(await this.#untilDone(work))) lost();
    })();
  }

  /**
   * What the database cannot take now is tried again; all of this may be repeated. What it refuses is not.
   * @returns whether it was done
   */
  async #untilDone(work: () => Promise<void>): Promise<boolean> {
    let refused = 0;
    const passes = (error: unknown): boolean => {
      this.#log.warn({ err: error }, 'outcomes of webhook attempts could not be recorded yet');
      if (!isUnavailable(error) && !isLockTimeout(error)) refused += 1;
      return !this.#stopped && refused < MAX_REFUSED;
    };
    if (this.#stopped) return false;
    return retryWhileUnavailable(Infinity, work, passes).then(
      () => true,
      () => false,
    );
  }

  /** Its delivery is not sent again before another process takes the lane. */
  #lose(outcome: Finished): void {
    const { orgId, webhookId, deliveryId } = outcome;
    this.#held.delete(outcome);
    this.#backlog -= 1;
    this.#onLost(webhookId);
    if (!this.#stopped)
      this.#log.error({ orgId, webhookId, deliveryId }, 'outcomes of webhook attempts were lost');
  }

  /** The outcome and the deactivation commit together. */
  async #recordGone(outcome: Finished): Promise<void> {
    const { orgId, webhookId } = outcome;
    const disabled = await this.#db.transaction((tx) =>
      disable(tx, orgId, webhookId, 'gone', async (row) => {
        // Waits where the recording of batches would pass over the lane.
        await lockLane(tx, orgId, webhookId);
        // What an address said before the subscription was changed says nothing about the new one.
        const applies = row?.version === outcome.version || row?.disabled_reason === 'gone';
        const attempt: Finished = applies ? outcome : { ...outcome, result: 'retry' };
        const written = await store.recordAttempts(tx, [attempt], byLane([attempt]));
        return applies && written.length > 0;
      }),
    );
    this.#done([outcome]);
    if (disabled) this.#log.warn({ orgId, webhookId, reason: 'gone' }, DEACTIVATED);
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
