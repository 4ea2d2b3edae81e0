import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { PrincipalCache, Principal } from '../auth/key-cache.ts';
import { clock } from '../clock.ts';
import { ApiError } from '../errors/index.ts';
import type { Logger } from '../observability/logger.ts';

/** Server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html */

/** Seconds between two comments of a stream, so that intermediaries do not think it dead. */
const HEARTBEAT_SECONDS = 15;
const COMMENT = ':\n\n';
/** A client waits so long before it reconnects: spread, so that those of a stopped process do not come at once. */
const RECONNECT_MS = { min: 1000, spread: 3000 };
const RETRY_AFTER_SECONDS = 15;
const TICK_MS = 1000;

/** One event; `data` without line breaks is a promise of JSON. */
export function eventText(name: string, data: unknown, id: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * An open response. It keeps nothing that the client has not taken, beyond what one `send` adds; a client that takes
 * nothing is disconnected like any other (`in-turn.ts`).
 */
export class EventStream {
  readonly #response: ServerResponse;
  /** The client has taken all that was sent. */
  onDrain: () => void = () => {};
  onClose: () => void = () => {};

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => this.onDrain());
    response.on('close', () => this.onClose());
    // A connection that breaks is closed; there is nobody to tell.
    response.on('error', () => {});
  }

  /** False while the client has not taken what was sent: send nothing then, and go on from `onDrain`. */
  get ready(): boolean {
    return !this.#response.writableNeedDrain && !this.#response.writableEnded;
  }

  send(text: string): void {
    if (!this.#response.writableEnded) this.#response.write(text);
  }

  heartbeat(): void {
    if (this.ready) this.send(COMMENT);
  }

  /** The client reconnects, and learns by the answer if it may not. Who takes nothing would not notice. */
  end(): void {
    if (this.ready) this.#response.end();
    else this.#response.destroy();
  }
}

export type EventStreamOptions = {
  keys: PrincipalCache;
  log: Logger;
  registry: Registry;
  /** Streams that are open at once. */
  limits: { perProcess: number; perOrganization: number };
};

type Admitted = {
  /** Tells whether the key may (still) do this. */
  allows: (principal: Principal) => boolean;
  principal: Principal;
};

/** The open streams of this process: their number, their heartbeats, and the end of those whose key has ended. */
export class EventStreams {
  readonly #options: EventStreamOptions;
  /** By the second in which they get their heartbeat: one timer for all of them. */
  readonly #wheel = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<EventStream>());
  readonly #byKey = new Map<
    string,
    Map<EventStream, { allows: Admitted['allows']; endsMs: number }>
  >();
  readonly #ofOrganization = new Map<string, number>();
  #open = 0;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;
  #checking = false;
  #ended = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    const open = () => this.openCount;
    options.registry.registerMetric(
      new Gauge({
        name: 'oriki_event_streams',
        help: 'Open streams of server-sent events',
        registers: [],
        collect() {
          this.set(open());
        },
      }),
    );
  }

  get openCount(): number {
    return this.#open;
  }

  /**
   * Answers with a stream.
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when there are as many as may be
   */
  open(reply: FastifyReply, { principal, allows }: Admitted): EventStream {
    const orgId = principal.organization?.id ?? '';
    const ofOrganization = this.#ofOrganization.get(orgId) ?? 0;
    const { perProcess, perOrganization } = this.#options.limits;
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    // Its end has been told already: nothing would ever close the stream.
    if (reply.raw.destroyed) throw new ApiError('BAD_REQUEST', 'the connection is closed');
    if (this.#ended) throw new ApiError('SERVICE_UNAVAILABLE', 'the service is stopping', retry);
    if (ofOrganization >= perOrganization)
      throw new ApiError('RATE_LIMITED', `more than ${perOrganization} open streams`, retry);
    if (this.#open >= perProcess)
      throw new ApiError('SERVICE_UNAVAILABLE', 'too many open streams; retry', retry);
    this.#open += 1;
    this.#ofOrganization.set(orgId, ofOrganization + 1);

    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      // nginx and others that follow it would collect the events in a buffer.
      'x-accel-buffering': 'no',
    });
    const stream = new EventStream(response);
    const reconnectMs = RECONNECT_MS.min + Math.floor(Math.random() * RECONNECT_MS.spread);
    stream.send(`retry: ${reconnectMs}\n\n`);

    const slot = this.#wheel[this.#tick % HEARTBEAT_SECONDS]!;
    slot.add(stream);
    const ofKey = this.#byKey.get(principal.credential) ?? new Map<EventStream, never>();
    const endsMs = Math.min(
      principal.viewing?.untilMs ?? Infinity,
      principal.expiresAtMs ?? Infinity,
    );
    this.#byKey.set(principal.credential, ofKey.set(stream, { allows, endsMs }));
    response.on('close', () => {
      slot.delete(stream);
      ofKey.delete(stream);
      if (ofKey.size === 0) this.#byKey.delete(principal.credential);
      this.#open -= 1;
      const left = this.#ofOrganization.get(orgId)! - 1;
      if (left > 0) this.#ofOrganization.set(orgId, left);
      else this.#ofOrganization.delete(orgId);
    });
    this.#timer ??= setInterval(() => this.#turn(), TICK_MS).unref();
    return stream;
  }

  /** Ends all, and opens none any more. */
  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    for (const slot of this.#wheel) for (const stream of slot) stream.end();
  }

  #turn(): void {
    this.#tick += 1;
    for (const stream of this.#wheel[this.#tick % HEARTBEAT_SECONDS]!) stream.heartbeat();
    this.#endOverdue();
    if (this.#checking) return;
    this.#checking = true;
    this.#endRefused()
      // While the database cannot be asked, streams have nothing to tell either.
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the keys of open streams could not be checked'),
      )
      .finally(() => (this.#checking = false));
  }

  /** Ends the streams whose key, session or view is over by the clock, also while the database cannot be asked. */
  #endOverdue(): void {
    const now = clock.nowMs();
    for (const streams of this.#byKey.values())
      for (const [stream, { endsMs }] of streams) if (endsMs <= now) stream.end();
  }

  /** Ends the streams whose key or session has ended, or whose caller may no longer do this. */
  async #endRefused(): Promise<void> {
    for (const [credential, streams] of this.#byKey) {
      const principal = await this.#options.keys.resolveAgain(credential);
      for (const [stream, { allows }] of streams)
        if (!principal || !allows(principal)) stream.end();
    }
  }
}
