import type { EventStream } from '../../../platform/http/event-stream.ts';
import type { ParticipantKey } from '../schemas.ts';

/** One open stream of an inbox. */
export type Listener = {
  stream: EventStream;
  /**
   * The position after which the stream continues. Null: the stream needs no earlier changes. Undefined: the stream
   * is live, and lacks only the changes that the next read of the log returns.
   */
  since: string | null | undefined;
  /**
   * Set while pages of missed changes are being sent: `after` is the last thread sent, `until` the position after the
   * last page.
   */
  page?: { after: string; until: string };
};

/** A participant with open streams. */
export type WatchedParticipant = {
  key: ParticipantKey;
  /** Undefined while the organization has no such participant. */
  id: string | undefined;
  listeners: Set<Listener>;
};

function textOf({ externalId, role }: ParticipantKey): string {
  return JSON.stringify([externalId, role]);
}

/** The open streams of one organization in this process, by participant. */
export class ConnectionRegistry {
  readonly #byKey = new Map<string, WatchedParticipant>();
  readonly #byId = new Map<string, WatchedParticipant>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** The number of participants. */
  get size(): number {
    return this.#byKey.size;
  }

  all(): WatchedParticipant[] {
    return [...this.#byKey.values()];
  }

  /** Ends every stream. */
  end(): void {
    for (const { listeners } of this.all()) for (const { stream } of listeners) stream.end();
  }

  withId(id: string): WatchedParticipant | undefined {
    return this.#byId.get(id);
  }

  identify(watched: WatchedParticipant, id: string): void {
    watched.id = id;
    if (watched.listeners.size > 0) this.#byId.set(id, watched);
  }

  add(key: ParticipantKey, listener: Listener): WatchedParticipant {
    const text = textOf(key);
    let watched = this.#byKey.get(text);
    if (!watched) {
      watched = { key, id: undefined, listeners: new Set() };
      this.#byKey.set(text, watched);
    }
    watched.listeners.add(listener);
    return watched;
  }

  remove(watched: WatchedParticipant, listener: Listener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size > 0) return;
    this.#byKey.delete(textOf(watched.key));
    if (watched.id !== undefined) this.#byId.delete(watched.id);
  }
}
