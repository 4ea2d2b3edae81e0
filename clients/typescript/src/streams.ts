import { waitFor } from './attempts.ts';
import { unexpected } from './error.ts';

/** One event of a stream, in the form in which the service sent it. */
export type SentEvent = { event: string; data: unknown; id: string };

/** One event of a stream: `data` by the name in `event`. */
export type StreamEvent<Events> = {
  [Name in keyof Events]: { event: Name; data: Events[Name]; id: string };
}[keyof Events];

/** The service sends something every 15 s, so a connection that is silent for this long is dead. */
const SILENCE_MS = 45_000;
/** The wait before a new connection, until the service requests another. */
const RECONNECT_MS = 2000;

/** Parses the text of a stream into events (WHATWG HTML, section 9.2.6). */
class EventParser {
  #rest = '';
  #event = '';
  #id = '';
  #data: string[] = [];
  reconnectMs = RECONNECT_MS;

  *add(text: string): Generator<SentEvent> {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line !== '') this.#field(line);
      else {
        const [event, data] = [this.#event || 'message', this.#data];
        [this.#event, this.#data] = ['', []];
        if (data.length > 0) yield { event, data: JSON.parse(data.join('\n')), id: this.#id };
      }
    }
  }

  #field(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === 'event') this.#event = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id') this.#id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.reconnectMs = Number(value);
  }
}

/** Returns the bytes of a body until it ends, or is silent for too long. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const close = (): void => void reader.cancel().catch(() => {});
  try {
    for (;;) {
      const timer = setTimeout(close, SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    close();
  }
}

/**
 * Returns the events of a stream without end. Replaces a connection that ends or breaks, and continues after the last
 * returned event.
 * @param open gets the id of that event, and true for the first connection
 * @throws the error of `open`; OrikiError if the answer is not a stream; the reason of `signal`
 */
export async function* followStream(
  open: (lastEventId: string | undefined, first: boolean) => Promise<Response>,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<SentEvent, void, undefined> {
  for (let first = true; ; first = false) {
    const response = await open(lastEventId, first);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw unexpected(response);
    }
    const parser = new EventParser();
    const decoder = new TextDecoder();
    try {
      for await (const chunk of chunksOf(response.body!))
        for (const event of parser.add(decoder.decode(chunk, { stream: true }))) {
          lastEventId = event.id;
          yield event;
        }
    } catch {
      // The connection broke: the next one continues where this one ended.
    }
    await waitFor(parser.reconnectMs, signal);
  }
}
