import { waitFor } from './attempts.ts';
import { unexpected } from './error.ts';

/** One event of a stream, as it was sent. */
export type SentEvent = { event: string; data: unknown; id: string };

/** One event of a stream: `data` by the name in `event`. */
export type StreamEvent<Events> = {
  [Name in keyof Events]: { event: Name; data: Events[Name]; id: string };
}[keyof Events];

/** The service sends something every 15 s. A connection that is silent for so long is dead, whatever TCP believes. */
const SILENCE_MS = 45_000;
/** Until the service tells another pause. */
const RECONNECT_MS = 2000;

/** Puts events together from the text of a stream (WHATWG HTML, section 9.2.6). */
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

/** The bytes of a body until it ends, or is silent for too long. */
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
 * The events of a stream, for ever: a connection that ends or breaks is opened again after the last event that was given.
 * @param open with the id of that event, and whether it is for the first time
 * @throws what `open` throws; OrikiError when it is no stream; or what `signal` was aborted with
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
      // The connection broke: the next one goes on where this one ended.
    }
    await waitFor(parser.reconnectMs, signal);
  }
}
