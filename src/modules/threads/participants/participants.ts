import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, type ErrorDetail, found } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { announceSwitch, refreshInboxes } from '../inbox/refresh.ts';
import { assertNotArchived, lockThread } from '../lock.ts';
import {
  MAX_PARTICIPANTS,
  type Participant,
  type ParticipantInput,
  type ParticipantKey,
} from '../schemas.ts';
import * as store from './store.ts';
import { changeParticipantCount } from './store.ts';

const PARTICIPANT_PREFIX = 'participant';

export function toParticipant(row: store.ParticipantRow): Participant {
  return {
    participantId: row.id,
    externalId: row.external_id,
    role: row.role,
    displayName: row.display_name,
  };
}

/** Returns the problems of a list of participants that its schema accepts: each key may appear once. */
export function repeatedParticipants(list: ParticipantKey[], path: string): ErrorDetail[] {
  const seen = new Set<string>();
  return list.flatMap(({ externalId, role }, i) => {
    const key = JSON.stringify([externalId, role]);
    if (seen.has(key)) return [{ path: `${path}[${i}]`, message: 'must not repeat a participant' }];
    seen.add(key);
    return [];
  });
}

/** Returns the organization's participants with these keys, in the given order. Creates unknown participants. */
export async function ensureParticipants(
  tx: Tx,
  orgId: string,
  inputs: ParticipantInput[],
): Promise<Participant[]> {
  if (inputs.length === 0) return [];
  const wanted = inputs.map(({ externalId, role, displayName = null }) => {
    return { id: newId(PARTICIPANT_PREFIX), externalId, role, displayName };
  });
  return (await store.ensureParticipants(tx, orgId, wanted)).map(toParticipant);
}

/**
 * Adds a participant. For a new participant all messages are unread; for a former one, those after their read cursor.
 * @returns `created` false if the participant took part already
 * @throws ApiError NOT_FOUND; CONFLICT if the thread is archived or full
 */
export async function addParticipant(
  tx: Tx,
  orgId: string,
  threadId: string,
  input: ParticipantInput,
): Promise<Participant & { created: boolean }> {
  const thread = await lockThread(tx, orgId, threadId);
  assertNotArchived(thread);
  const [participant] = await ensureParticipants(tx, orgId, [input]);
  const { participantId } = participant!;
  const joined = await store.joinThread(tx, orgId, threadId, [participantId]);
  if (joined > 0) {
    if ((await store.countEver(tx, orgId, threadId)) > MAX_PARTICIPANTS)
      throw new ApiError('CONFLICT', `a thread has at most ${MAX_PARTICIPANTS} participants`);
    await changeParticipantCount(tx, orgId, threadId, 1);
    await refreshInboxes(tx, thread, participantId);
    await announceSwitch(tx, thread);
  }
  return { ...participant!, created: joined > 0 };
}

/** @throws ApiError NOT_FOUND; CONFLICT if the thread is archived */
export async function removeParticipant(
  tx: Tx,
  orgId: string,
  threadId: string,
  key: ParticipantKey,
): Promise<{ id: string; deleted: true }> {
  const thread = await lockThread(tx, orgId, threadId);
  const id = await found('participant', store.selectPresentId(tx, orgId, threadId, key));
  assertNotArchived(thread);
  await store.leaveThread(tx, orgId, threadId, id);
  await changeParticipantCount(tx, orgId, threadId, -1);
  const left = { ...thread, participant_count: thread.participant_count - 1 };
  await refreshInboxes(tx, left, id);
  await announceSwitch(tx, left);
  return { id, deleted: true };
}
