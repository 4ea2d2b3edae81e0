import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { PrincipalCache, Principal } from '../auth/key-cache.ts';
import { clock } from '../clock.ts';
import { ApiError } from '../errors/index.ts';
import type { Logger } from '../observability/logger.ts';

/** Server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html */

/** Seconds between two comments of a stream, which stop intermediaries from closing it as idle. */
const HEARTBEAT_SECONDS = 15;
const COMMENT = ':\n\n';
/** Milliseconds before a client reconnects. The random part spreads the clients of a stopped process. */
const RECONNECT_MS = { min: 1000, spread: 3000 };
const RETRY_AFTER_SECONDS = 15;
const TICK_MS = 1000;

/** The text of one event. `data` must have no line breaks; JSON has none. */
export function eventText(name: string, data: unknown, id: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * An open response. In addition to the data that the client has read, it buffers at most one `send`. A client that
 * stops reading is disconnected as on any other route (`in-turn.ts`).
 */
export class EventStream {
  readonly #response: ServerResponse;
  /** Called when the client has read everything that was sent. */
  onDrain: () => void = () => {};
  onClose: () => void = () => {};

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => this.onDrain());
    response.on('close', () => this.onClose());
    // A broken connection is closed; no client is left to notify.
    response.on('error', () => {});
  }

  /** False while the client has not read the sent data. The caller then sends nothing, and continues on `onDrain`. */
  get ready(): boolean {
    return !this.#response.writableNeedDrain && !this.#response.writableEnded;
  }

  send(text: string): void {
    if (!this.#response.writableEnded) this.#response.write(text);
  }

  heartbeat(): void {
    if (this.ready) this.send(COMMENT);
  }

  /**
   * The client reconnects, and the answer then shows whether it may. A client that does not read would not notice a
   * message.
   */
  end(): void {
    if (this.ready) this.#response.end();
    else this.#response.destroy();
  }
}

export type EventStreamOptions = {
  keys: PrincipalCache;
  log: Logger;
  registry: Registry;
  /** The maximum number of streams that may be open. */
  limits: { perProcess: number; perOrganization: number };
};

type Admitted = {
  /** True if the key may do this, or may still do it. */
  allows: (principal: Principal) => boolean;
  principal: Principal;
};

/** The open streams of this process. Counts them, sends their heartbeats, and ends streams whose key has ended. */
export class EventStreams {
  readonly #options: EventStreamOptions;
  /** Streams by the second of their heartbeat, so that one timer serves all. */
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
   * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE when the maximum number is open
   */
  open(reply: FastifyReply, { principal, allows }: Admitted): EventStream {
    const orgId = principal.organization?.id ?? '';
    const ofOrganization = this.#ofOrganization.get(orgId) ?? 0;
    const { perProcess, perOrganization } = this.#options.limits;
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    // The close event has already fired, so no later event would close the stream.
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
      // Without this, nginx and compatible proxies buffer the events.
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

  /** Ends all streams and opens no new ones. */
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
      // While the database is unavailable, streams also have nothing to send.
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the keys of open streams could not be checked'),
      )
      .finally(() => (this.#checking = false));
  }

  /** Ends the streams whose key, session or view has expired, also while the database is unavailable. */
  #endOverdue(): void {
    const now = clock.nowMs();
    for (const streams of this.#byKey.values())
      for (const [stream, { endsMs }] of streams) if (endsMs <= now) stream.end();
  }

  /** Ends the streams whose key or session has ended, or whose caller has lost the right. */
  async #endRefused(): Promise<void> {
    for (const [credential, streams] of this.#byKey) {
      const principal = await this.#options.keys.resolveAgain(credential);
      for (const [stream, { allows }] of streams)
        if (!principal || !allows(principal)) stream.end();
    }
  }
}
