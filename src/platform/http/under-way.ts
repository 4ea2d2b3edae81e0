import type { ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry } from 'prom-client';
import { Semaphore } from '../concurrency/semaphore.ts';
import { ApiError, callerHasGone, type ErrorCode } from '../errors/index.ts';

/** The longest wait of a request for its turn. */
const TURN_WAIT_MS = 5000;
const RETRY_AFTER_SECONDS = 1;

/**
 * The number of requests of each kind that run at a time. `bulk` requests write many rows: several from one organization would
 * occupy every connection while they wait for each other's locks. `large` requests hold a file of megabytes, which
 * takes memory and time of the process.
 */
const HEAVY = {
  bulk: { perOrganization: 1, perProcess: Infinity, what: 'bulk requests' },
  large: { perOrganization: 2, perProcess: 3, what: 'files' },
};
export type Heavy = keyof typeof HEAVY;

export type UnderWayLimits = { perProcess: number; perOrganization: number };

/**
 * Runs the work of a request. The work counts until its end, even if the caller disconnects. Rejects with
 * SERVICE_UNAVAILABLE if the caller has already disconnected: the request no longer counts, and no caller waits for it.
 */
export type Passage = <T>(work: () => Promise<T>) => Promise<T>;

/** Aborts when the caller disconnects before the answer has been sent. */
export function abandonmentOf(response: ServerResponse): AbortSignal {
  const abandoned = new AbortController();
  const check = (): void => {
    if (!response.writableFinished) abandoned.abort(callerHasGone());
  };
  if (response.closed) check();
  else response.once('close', check);
  return abandoned.signal;
}

/**
 * The requests with a valid key that are in progress in this process. A request counts from the moment when its key is
 * known until the client has received its answer, or until its caller has disconnected and its work has ended. The
 * number is limited per organization and per process; further requests are rejected immediately. Heavy requests have
 * lower limits.
 */
export class RequestsUnderWay {
  readonly #limits: UnderWayLimits;
  readonly #organizations = new Map<string, number>();
  /** Semaphores of heavy requests, by kind and organization. */
  readonly #heavy = new Map<string, Semaphore>();
  readonly #heavyOfProcess = {
    bulk: new Semaphore(HEAVY.bulk.perProcess),
    large: new Semaphore(HEAVY.large.perProcess),
  };
  readonly #shed: Counter;
  #count = 0;

  constructor(limits: UnderWayLimits, registry: Registry) {
    this.#limits = limits;
    this.#shed = new Counter({
      name: 'oriki_http_requests_shed_total',
      help: 'Requests rejected because too many were in progress',
      labelNames: ['limit'],
      registers: [registry],
    });
    for (const limit of ['organization', 'process', 'bulk', 'large'] as const)
      this.#shed.inc({ limit }, 0);
    const count = () => this.#count;
    registry.registerMetric(
      new Gauge({
        name: 'oriki_http_requests_under_way',
        help: 'Requests with a valid key in progress, without event streams',
        registers: [],
        collect() {
          this.set(count());
        },
      }),
    );
  }

  /** @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when the limit is reached */
  enter(orgId: string, response: ServerResponse): Passage {
    // The close event has already fired, so the request would count forever.
    if (response.destroyed) throw callerHasGone();
    const own = this.#organizations.get(orgId) ?? 0;
    if (own >= this.#limits.perOrganization)
      throw this.#refusal('organization', 'RATE_LIMITED', 'the organization has too many requests');
    if (this.#count >= this.#limits.perProcess)
      throw this.#refusal('process', 'SERVICE_UNAVAILABLE', 'the service has too many requests');
    this.#organizations.set(orgId, own + 1);
    this.#count += 1;

    let isClosed = false;
    let isWorking = false;
    const leaveIfDone = (): void => {
      if (isWorking || !isClosed) return;
      this.#count -= 1;
      const others = this.#organizations.get(orgId)! - 1;
      if (others === 0) this.#organizations.delete(orgId);
      else this.#organizations.set(orgId, others);
    };
    response.once('close', () => {
      isClosed = true;
      leaveIfDone();
    });
    return async (work) => {
      if (isClosed) throw callerHasGone();
      isWorking = true;
      try {
        return await work();
      } finally {
        isWorking = false;
        leaveIfDone();
      }
    };
  }

  /**
   * Runs a request's work when few enough requests of its kind run, in its organization and in the process.
   * @param abandoned ends the wait
   * @param code the error code of a refusal
   * @throws ApiError with that code after five seconds of waiting
   */
  async inTurn<T>(
    heavy: Heavy,
    orgId: string,
    abandoned: AbortSignal,
    code: ErrorCode,
    work: () => Promise<T>,
  ): Promise<T> {
    const { perOrganization, what } = HEAVY[heavy];
    const place = `${heavy} ${orgId}`;
    const own = this.#heavy.get(place) ?? new Semaphore(perOrganization);
    this.#heavy.set(place, own);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(this.#refusal(heavy, code, `too many ${what}`)),
      TURN_WAIT_MS,
    );
    const signal = AbortSignal.any([abandoned, late.signal]);
    const begin = (): Promise<T> => {
      clearTimeout(timer);
      return work();
    };
    try {
      return await own.use(() => this.#heavyOfProcess[heavy].use(begin, signal), signal);
    } finally {
      clearTimeout(timer);
      if (own.isIdle) this.#heavy.delete(place);
    }
  }

  #refusal(limit: 'organization' | 'process' | Heavy, code: ErrorCode, who: string): ApiError {
    this.#shed.inc({ limit });
    return new ApiError(code, `${who} in progress; retry`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
