import type { EventStream } from '../../../platform/http/event-stream.ts';

/** One open stream of an inbox. */
export type Listener = {
  stream: EventStream;
  /**
   * Where it goes on: null when it needs no past. Undefined while it is live: what the next look at the log finds is
   * all that it does not know.
   */
  since: string | null | undefined;
  /** In the middle of what it missed: what is sent up to here, and the position that is reached at the end of it. */
  page?: { after: string; until: string };
};

/** A participant with open streams. */
export type Watched = {
  orgId: string;
  externalId: string;
  role: string;
  /** Undefined while nobody has heard of the participant. */
  id: string | undefined;
  listeners: Set<Listener>;
};

const keyOf = ({ orgId, externalId, role }: Omit<Watched, 'id' | 'listeners'>): string =>
  JSON.stringify([orgId, externalId, role]);

/** Who listens in this process. */
export class Audience {
  readonly #byKey = new Map<string, Watched>();
  readonly #byOrganization = new Map<string, Set<Watched>>();
  readonly #byId = new Map<string, Watched>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  get organizations(): string[] {
    return [...this.#byOrganization.keys()];
  }

  all(): Iterable<Watched> {
    return this.#byKey.values();
  }

  ofOrganization(orgId: string): Iterable<Watched> {
    return this.#byOrganization.get(orgId) ?? [];
  }

  withId(id: string): Watched | undefined {
    return this.#byId.get(id);
  }

  identify(watched: Watched, id: string): void {
    watched.id = id;
    if (watched.listeners.size > 0) this.#byId.set(id, watched);
  }

  add(who: Omit<Watched, 'id' | 'listeners'>, listener: Listener): Watched {
    const key = keyOf(who);
    let watched = this.#byKey.get(key);
    if (!watched) {
      watched = { ...who, id: undefined, listeners: new Set() };
      this.#byKey.set(key, watched);
      const others = this.#byOrganization.get(who.orgId) ?? new Set();
      this.#byOrganization.set(who.orgId, others.add(watched));
    }
    watched.listeners.add(listener);
    return watched;
  }

  remove(watched: Watched, listener: Listener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size > 0) return;
    this.#byKey.delete(keyOf(watched));
    if (watched.id !== undefined) this.#byId.delete(watched.id);
    const others = this.#byOrganization.get(watched.orgId)!;
    others.delete(watched);
    if (others.size === 0) this.#byOrganization.delete(watched.orgId);
  }
}
