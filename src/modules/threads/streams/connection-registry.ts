import type { EventStream } from '../../../platform/http/event-stream.ts';
import type { ParticipantKey } from '../participants/schemas.ts';

/** One open stream of an inbox. */
export type Listener = {
  stream: EventStream;
  /**
   * The place at which it goes on: null when it needs no past. Undefined while it is live: what the next look at the log finds is
   * all that it does not know.
   */
  since: string | null | undefined;
  /** In the middle of what it missed: what is sent up to here, and the position that is reached at the end of it. */
  page?: { after: string; until: string };
};

/** A participant with open streams. */
export type WatchedParticipant = {
  key: ParticipantKey;
  /** Undefined while nobody has heard of the participant. */
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

  /** Participants. */
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
