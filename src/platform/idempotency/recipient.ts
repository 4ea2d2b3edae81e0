/** Restricts a recorded answer to one actor, where the answer lets its holder act as that actor. */
import { CallerRefused } from '../errors/index.ts';
import type { IdempotencyRow } from './store.ts';

/** The caller of an operation whose answer is repeated to the same actor only. */
export type Recipient = {
  /** The id of the key or the person. */
  id: string;
  scopes: ReadonlySet<string>;
  /** Resolves to true if the caller is a key that replaces the key `id`, directly or through other keys. */
  replaces: (id: string) => Promise<boolean>;
};

/** The record of the first request stays. */
class OtherActor extends CallerRefused {
  constructor() {
    super(
      'FORBIDDEN',
      'another caller used this idempotency key, and the answer is for that caller only; nothing was done',
    );
  }
}

/**
 * Admits the actor of the first request, and a key that replaces the actor's key. That key needs every scope that the
 * actor had, because rotation can reduce a key's rights and give it to a caller with fewer rights.
 * @throws OtherActor
 */
export async function assertRecipient(
  { actor_id: actorId, actor_scopes: actorScopes }: IdempotencyRow,
  { id, scopes, replaces }: Recipient,
): Promise<void> {
  if (id === actorId) return;
  const holdsAll = actorScopes?.every((scope) => scopes.has(scope)) ?? false;
  if (actorId === null || !holdsAll || !(await replaces(actorId))) throw new OtherActor();
}
