import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Tally } from './tally.ts';

export type Asked = {
  method: string;
  /** Below /api/v1. */
  path: string;
  key: string;
  body?: unknown;
  /** The request is repeated with this key until it is answered, and sometimes again afterwards. */
  idempotencyKey?: string;
};
export type Answered = {
  status: number;
  headers: Headers;
  /** The content of the envelope. */
  // eslint-disable-next-line typescript/no-explicit-any
  data: any;
  text: string;
  /** By `performance.now()`. */
  sentAt: number;
  answeredAt: number;
};

export const ENVELOPE = 'every answer is in the envelope, and none is a 500';
export const RETRY_AFTER = 'an answer 503 says when to come back';
export const ANSWERED = 'every request is answered in the end';
export const SAME_ANSWER = 'a repeated idempotency key gets the same answer';

/** Longer than any injected outage. */
const GIVE_UP_MS = 60_000;
const TIMEOUT_MS = 15_000;
/** The number of stored answers to idempotency keys, whose requests are repeated at the end. */
const KEPT = 200;

type Repeated = { asked: Asked; status: number; text: string };

/** A tenant's program: it repeats requests until it has an answer, and checks every answer. */
export class Client {
  readonly #url: string;
  readonly #tally: Tally;
  readonly #random: Random;
  readonly #kept: Repeated[] = [];
  /** Answers by status and code, and requests without an answer by error. */
  readonly outcomes = new Map<string, number>();
  /** The times of all answers, in milliseconds. */
  readonly times: number[] = [];

  constructor(url: string, tally: Tally, random: Random) {
    this.#url = url;
    this.#tally = tally;
    this.#random = random;
  }

  /** Sends one request to one address. Rejects without an answer. */
  async once(asked: Asked, url = this.#url, timeoutMs = TIMEOUT_MS): Promise<Answered> {
    const { method, path, key, body, idempotencyKey } = asked;
    const sentAt = performance.now();
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status, headers } = response;
    const envelope = this.#look(asked, status, headers, text);
    const answeredAt = performance.now();
    this.times.push(answeredAt - sentAt);
    return { status, headers, data: envelope?.['data'], text, sentAt, answeredAt };
  }

  /**
   * Repeats a request until its answer has one of these statuses. Throws for another status, or after a minute
   * without an answer.
   */
  async ask(asked: Asked, ...statuses: number[]): Promise<Answered> {
    const began = performance.now();
    for (;;) {
      const answer = await this.once(asked).catch((error: unknown) => {
        this.#count(causeOf(error));
      });
      if (answer && statuses.includes(answer.status)) {
        this.#tally.kept(ANSWERED);
        await this.#repeat(asked, answer);
        return answer;
      }
      const what = `${asked.method} ${asked.path}: ${answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'no answer'}`;
      // The client waits as any client does on Retry-After.
      const isLater = answer?.status === 503 || answer?.status === 429;
      if ((answer && !isLater) || performance.now() - began > GIVE_UP_MS) {
        this.#tally.broken(ANSWERED, what);
        throw new Error(what);
      }
      if (answer?.status === 429) await sleep(1000 * Number(answer.headers.get('retry-after')));
      await sleep(50 + this.#random.below(250));
    }
  }

  /** Repeats answered requests, as a client does that has lost the answer. */
  async repeatAll(): Promise<void> {
    for (const { asked, status, text } of this.#kept.splice(0)) {
      // The first answer was counted when it arrived.
      const again = await this.ask(asked, status).catch(() => undefined);
      if (again) this.#same(asked, { status, text }, again);
    }
  }

  async #repeat(asked: Asked, answer: Answered): Promise<void> {
    if (asked.idempotencyKey === undefined) return;
    const { status, text } = answer;
    if (this.#kept.length < KEPT) this.#kept.push({ asked, status, text });
    else if (this.#random.oneIn(4)) this.#kept[this.#random.below(KEPT)] = { asked, status, text };
    if (!this.#random.oneIn(8)) return;
    await sleep(this.#random.below(300));
    const again = await this.once(asked).catch((error: unknown) => {
      this.#count(causeOf(error));
    });
    if (again && ![429, 503].includes(again.status)) this.#same(asked, answer, again);
  }

  #same(
    { method, path, idempotencyKey }: Asked,
    first: { status: number; text: string },
    again: Answered,
  ): void {
    const replayed = again.headers.get('idempotency-replayed') === 'true';
    this.#tally.check(
      SAME_ANSWER,
      replayed && first.status === again.status && first.text === again.text,
      () =>
        `${method} ${path} ${idempotencyKey}: ${first.status} ${first.text.slice(0, 200)}, then ${again.status} ${again.text.slice(0, 200)}`,
    );
  }

  #look(asked: Asked, status: number, headers: Headers, text: string) {
    let body: Record<string, unknown> | undefined;
    try {
      body = JSON.parse(text) as Record<string, unknown>;
    } catch {
      // Checked below.
    }
    const error = body?.['error'] as { code?: unknown; message?: unknown } | undefined;
    const isEnvelope =
      status < 300
        ? body?.['success'] === true && typeof body['data'] === 'object'
        : body?.['success'] === false &&
          typeof error?.code === 'string' &&
          typeof error.message === 'string';
    this.#tally.check(
      ENVELOPE,
      isEnvelope && status !== 500 && headers.get('x-request-id') !== null,
      () => `${asked.method} ${asked.path}: ${status} ${text.slice(0, 300)}`,
    );
    const code = typeof error?.code === 'string' ? ` ${error.code}` : '';
    this.#count(`${status}${code}`);
    if (status === 503)
      this.#tally.check(
        RETRY_AFTER,
        /^[1-9]\d*$/.test(headers.get('retry-after') ?? '') &&
          ['IDEMPOTENCY_UNAVAILABLE', 'SERVICE_UNAVAILABLE'].includes(String(error?.code)),
        () => `${asked.method} ${asked.path}: ${text.slice(0, 300)}`,
      );
    return body;
  }

  #count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

function causeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string; name?: string }; name: string };
  return `no answer: ${cause?.code ?? cause?.name ?? name}`;
}
