/** A client of the stream of changes that stores its events. */
import type { TestApp } from './app.ts';

type Told = { event: string; data: { changes?: { kind: string; ids: string[] | null }[] } };

export class LiveListener {
  readonly #headers: Record<string, string>;
  #controller: AbortController | undefined;
  lastEventId = '';
  status = 0;
  ended = false;
  readonly told: Told[] = [];

  /** @param who a key, or the token of a session */
  constructor(who: { key: string } | { session: string }) {
    this.#headers =
      'key' in who
        ? { 'x-api-key': who.key }
        : { cookie: `oriki-session=${who.session}`, 'sec-fetch-site': 'same-origin' };
  }

  /** Resumes after the last event, at any process, and waits for the answer. */
  async connect(app: TestApp, lastEventId = this.lastEventId): Promise<this> {
    this.disconnect();
    const controller = new AbortController();
    this.#controller = controller;
    this.ended = false;
    const response = await fetch(`${app.url}/api/v1/live`, {
      headers: { ...this.#headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
      signal: controller.signal,
    });
    this.status = response.status;
    void this.#read(response)
      .catch(() => {})
      .finally(() => (this.ended ||= this.#controller === controller));
    return this;
  }

  disconnect(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }

  /** Returns every received id of a kind, and null for each event without ids. */
  idsOf(kind: string): (string | null)[] {
    return this.told
      .flatMap(({ data }) => data.changes ?? [])
      .filter((one) => one.kind === kind)
      .flatMap(({ ids }) => ids ?? [null]);
  }

  get names(): string[] {
    return this.told.map(({ event }) => event);
  }

  async #read({ body }: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => line.split(/: (.*)/s)),
        ) as Record<string, string>;
        text = text.slice(end + 2);
        if (!fields['event']) continue;
        this.lastEventId = fields['id']!;
        this.told.push({ event: fields['event'], data: JSON.parse(fields['data']!) });
      }
    }
  }
}
