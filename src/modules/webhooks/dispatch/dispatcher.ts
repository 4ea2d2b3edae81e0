import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { Runner } from '../../../platform/concurrency/runner.ts';
import { clock } from '../../../platform/clock.ts';
import { isSame, noteLost } from '../../../platform/db/buckets/history.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Liveness } from '../../../platform/db/session/liveness.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { decode } from '../events/notify.ts';
import type { SecretBox } from '../secret-box.ts';
import { LeasedSubscriptions } from './leased-subscriptions.ts';
import { share, type SubscriptionQueue } from './subscription-queue.ts';
import { createDispatchMetrics, type DispatchMetrics } from './metrics.ts';
import { RecordingQueue } from './recording/queue.ts';
import { Recorder, type Recording } from './recording/recorder.ts';
import { judge } from '../retry.ts';
import type { DeliveriesUnderWay } from './deliveries-under-way.ts';
import { makeAttempt } from './send.ts';
import * as store from './store.ts';

/** The maximum number of waiting deliveries in memory, for all buckets; with bodies of 64 KiB they take 64 MiB. */
const MAX_WAITING = 1000;

export type DispatcherOptions = {
  db: Database;
  /** `stop` closes it. */
  outbound: OutboundClient;
  secrets: SecretBox;
  /** Provides the name of the holder in leases. */
  liveness: Liveness;
  log: Logger;
  registry: Registry;
  /** Shared by the dispatchers of all buckets; `endpointConcurrency` is the limit of one subscription. */
  underWay: DeliveriesUnderWay;
  endpointConcurrency: number;
  timeoutMs: number;
};

/**
 * Delivers due deliveries. Each process leases queues (one for each subscription), reads due deliveries, sends them
 * without holding anything in the database, and records outcomes in batches under the lease's fence. One loop does all
 * reading, so one read serves all queues and grows with the load.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #underWay: DeliveriesUnderWay;
  readonly #recording: RecordingQueue;
  readonly #metrics: DispatchMetrics;
  readonly #queues: LeasedSubscriptions;
  #inFlight = 0;
  readonly #fill = (): void => this.#startReady();
  readonly #runner: Runner;
  /** Callers that wait for the end of the next round, and of the running one. */
  #waiting: PromiseWithResolvers<void>[] = [];
  #inRound: PromiseWithResolvers<void>[] = [];
  #ended = 0;
  #stopping = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#underWay = options.underWay;
    this.#queues = new LeasedSubscriptions({
      ...options,
      db: options.db.read,
      window: options.endpointConcurrency,
      onReady: () => this.#runner.wake(),
    });
    this.#runner = new Runner({
      round: () => this.#round(),
      onFailure: (error) => {
        options.log.warn({ err: error }, 'webhook deliveries are waiting for the database');
        this.#queues.pollWithin(0);
        for (const waiting of this.#inRound) waiting.reject(error);
      },
    });
    this.#recording = new RecordingQueue(
      new Recorder(options.db, options.log),
      options.log,
      (result) => this.#recorded(result),
    );
    this.#metrics = createDispatchMetrics(options.registry, {
      inFlight: () => this.#inFlight,
      queueAgeSeconds: () => store.oldestDueSeconds(options.db.read),
    });
    this.#underWay.join(this.#fill);
  }

  /** Handles a notification of the database; undefined after a reconnect, when notifications may have been missed. */
  notified(payload: string | undefined): void {
    const queues = decode(payload ?? '');
    if (!queues) this.#queues.pollWithin(0);
    for (const queue of queues ?? []) this.#queues.want(queue);
    this.#runner.wake();
  }

  /**
   * Reads the whole queue, and delivers for up to `forMs` or until no delivery is due.
   * @returns the number of attempts that have ended in that time
   */
  async deliverDue(forMs: number, signal: AbortSignal): Promise<number> {
    if (this.#stopping) return 0;
    const before = this.#ended;
    const endAt = clock.monotonicMs() + forMs;
    const looked = Promise.withResolvers<void>();
    this.#waiting.push(looked);
    this.#queues.pollWithin(0);
    this.#runner.wake();
    await looked.promise;
    while (this.#isBusy && !signal.aborted && clock.monotonicMs() < endAt) await sleep(10);
    return this.#ended - before;
  }

  get #isBusy(): boolean {
    const isBusy = this.#queues.all().some((queue) => queue.isBusy);
    return isBusy || this.#queues.waiting || this.#recording.backlog > 0;
  }

  /**
   * Starts nothing new, lets running requests end for up to `graceMs`, records their outcomes and releases the
   * queues. Queues whose requests were cut off stay leased until those requests would have timed out.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const endAt = clock.monotonicMs() + graceMs;
    // The loop may be waiting for a database that does not answer.
    await Promise.race([this.#runner.stop(), sleep(graceMs, undefined, { ref: false })]);
    for (const waiting of [...this.#waiting, ...this.#inRound]) waiting.resolve();
    while (this.#inFlight > 0 && clock.monotonicMs() < endAt) await sleep(10);
    const cut = new Set(this.#queues.all().filter((queue) => queue.inFlight > 0));
    await this.#options.outbound.close();
    await this.#recording.stop(2000);
    this.#underWay.leave(this.#fill);
    const free = this.#queues.all().filter((queue) => !cut.has(queue));
    await this.#queues.release(free).catch(() => {});
  }

  /**
   * The number of requests that may start. A process that dies repeats the attempts that it has not recorded, so
   * outcomes that wait for the database also count.
   */
  get #free(): number {
    return Math.min(this.#underWay.free, this.#recordable);
  }

  /** The number of further requests whose outcomes may wait to be recorded. */
  get #recordable(): number {
    return 2 * this.#underWay.limit - this.#recording.backlog - this.#inFlight;
  }

  /**
   * The number of deliveries to make ready: at least this dispatcher's share, even while other dispatchers use all
   * places.
   */
  get #room(): number {
    const due = this.#underWay.part(this.#underWay.limit) - this.#inFlight;
    return Math.min(Math.max(this.#underWay.free, due), this.#recordable);
  }

  async #round(): Promise<void> {
    this.#inRound = this.#waiting.splice(0);
    await this.#queues.renew();
    await this.#queues.claim(this.#room);
    await this.#read();
    if (this.#queues.waiting && this.#room > 0) this.#runner.wake();
    this.#runner.wakeIn(this.#queues.nextAt - clock.monotonicMs());
    for (const waiting of this.#inRound) waiting.resolve();
  }

  /** Reads the due deliveries of queues that may have some and have room to start them. */
  async #read(): Promise<void> {
    if (this.#room <= 0) return;
    const { byOrg, perOrg } = this.#underWay;
    const most = this.#underWay.part(MAX_WAITING);
    const wanted: store.Wanted[] = [];
    const taken: string[] = [];
    const queues = this.#queues.all();
    let rows = queues.reduce((sum, queue) => sum + queue.ready.length, 0);
    for (const queue of queues) {
      if (!queue.isReadable || rows >= most) continue;
      if ((byOrg.get(queue.orgId) ?? 0) >= perOrg) continue;
      const limit = Math.min(queue.wanted, most - rows);
      if (limit === 0) continue;
      const { orgId, webhookId, fence, cursor } = queue;
      wanted.push({ orgId, webhookId, fence, limit, after: cursor });
      if (!cursor) taken.push(...queue.taken);
      rows += limit;
      queue.dirty = false;
    }
    if (wanted.length === 0) return;
    const { read } = this.#options.db;
    const checkedAt = clock.monotonicMs();
    const found = Map.groupBy(
      await store.selectDue(read, wanted, taken, this.#options.timeoutMs),
      (row) => row.webhookId,
    );
    this.#queues.observeRead(clock.monotonicMs() - checkedAt);
    const stale: SubscriptionQueue[] = [];
    for (const { webhookId, limit } of wanted) {
      const queue = this.#queues.get(webhookId);
      // The read returned no row: the subscription is inactive or deleted, or another process has the lease. The queue
      // rests until a notification arrives, or until the next renewal releases it.
      const [first, ...others] = found.get(webhookId) ?? [];
      if (!queue || !first) continue;
      if (!isSame(first, queue.version)) {
        // The versions of one subscription only grow.
        if (first.revision <= queue.version.revision) noteLost(read, queue.asOfMs);
        stale.push(queue);
        continue;
      }
      queue.asOfMs = checkedAt;
      if (first.deliveryId === null) queue.endReached();
      else queue.add([first, ...others], checkedAt, others.length + 1 === limit);
    }
    this.#fill();
    if (stale.length === 0) return;
    await this.#queues.refresh(stale);
    this.#runner.wake();
  }

  /** Starts ready deliveries, up to the limits. */
  #startReady(): void {
    if (this.#stopping) return;
    const queues = this.#queues.all().filter((queue) => queue.ready.length > 0);
    for (const queue of queues) queue.dropStale();
    const { byOrg, perOrg } = this.#underWay;
    for (const [queue, count] of share(queues, byOrg, this.#free, perOrg))
      for (const { row, checkedAt } of queue.ready.splice(0, count))
        void this.#deliver(queue, row, checkedAt);
    if (this.#room <= 0) return;
    const isAny = this.#queues.waiting || this.#queues.all().some((queue) => queue.isReadable);
    if (isAny) this.#runner.wake();
  }

  async #deliver(queue: SubscriptionQueue, row: store.DueRow, checkedAt: number): Promise<void> {
    const deliveryId = row.deliveryId!;
    queue.busyAt = checkedAt;
    this.#count(queue, 1);
    const attemptedAt = clock.now();
    const startedMs = clock.monotonicMs();
    const allowed = (): boolean =>
      queue.usable && clock.monotonicMs() - checkedAt < queue.sendWithinMs && !this.#stopping;
    const sent = await makeAttempt(this.#options, queue, row, attemptedAt, allowed);
    const durationMs = Math.round(clock.monotonicMs() - startedMs);
    this.#count(queue, -1);
    this.#ended += 1;
    if (sent === 'cancelled') {
      queue.giveBack(deliveryId);
    } else {
      const { outcome, error, tlsFailure, response, signature } = sent;
      const verdict = judge(row.step, outcome, clock.nowMs(), Math.random());
      const succeeded = verdict.next === 'succeeded';
      queue.adapt(succeeded, durationMs);
      if (verdict.next === 'gone') queue.closing = true;
      this.#metrics.attempt(
        succeeded ? 'success' : (error ?? `${Math.floor(outcome.status! / 100)}xx`),
      );
      if (succeeded) this.#metrics.delivered((clock.nowMs() - row.publishedMs) / 1000);
      this.#recording.add({
        orgId: queue.orgId,
        webhookId: queue.webhookId,
        fence: queue.fence,
        deliveryId,
        eventType: row.eventType,
        number: row.attempts + 1,
        attemptedAt,
        durationMs,
        dueUs: row.dueUs,
        version: { revision: row.revision, stamp: row.stamp },
        statusCode: outcome.status ?? null,
        error,
        tlsFailure,
        response,
        signature,
        gone: verdict.next === 'gone',
        result: verdict.next === 'gone' ? 'failed' : verdict.next,
        step: verdict.next === 'retry' ? verdict.step : row.step,
        waitMs: verdict.next === 'retry' ? verdict.waitMs : 0,
      });
    }
    this.#underWay.fillSoon(this.#fill);
  }

  #count(queue: SubscriptionQueue, change: 1 | -1): void {
    this.#underWay.count(queue.orgId, change);
    queue.inFlight += change;
    this.#inFlight += change;
  }

  #recorded({ recorded, locked, lost }: Recording): void {
    for (const { webhookId } of lost) this.#queues.forget(webhookId);
    for (const { webhookId, fence, deliveryId, result, waitMs, gone } of recorded) {
      const queue = this.#queues.get(webhookId);
      // Under a later lease, the delivery may be running again.
      if (queue?.fence === fence) {
        queue.taken.delete(deliveryId);
        queue.locked = false;
        if (gone) queue.closing = false;
      }
      if (result === 'retry') this.#queues.pollWithin(waitMs);
    }
    for (const { webhookId } of locked) {
      const queue = this.#queues.get(webhookId);
      if (queue) queue.locked = true;
    }
    this.#runner.wakeIn(this.#queues.nextAt - clock.monotonicMs());
    this.#underWay.fillSoon(this.#fill);
  }
}
