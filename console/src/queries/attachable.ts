import { queryOptions } from '@tanstack/react-query';
import { api } from '../data/client.ts';
import { numberText, timeText, visible, wordsOf } from '../texts/text.ts';
import type { Name } from './keys.ts';

/** A kind of evidence that a person can search. */
export type Attachable = 'hit' | 'screening' | 'verification' | 'thread';
type Item = { id: string; text: string };
type Found = { items: Item[]; isWhole: boolean };
type Options = { signal: AbortSignal };

/** The maximum number of items of one search, which a case can get in one request. */
export const MAX_FOUND = 100;

const NAMES = {
  hit: 'hits',
  screening: 'screenings',
  verification: 'verifications',
  thread: 'threads',
} as const satisfies Record<Attachable, Name>;

function foundIn<Row>(
  { items, nextCursor }: { items: Row[]; nextCursor: string | null },
  itemOf: (row: Row) => { id: string; parts: (string | null | undefined)[] },
): Found {
  const found = items.map(itemOf).map(({ id, parts }) => {
    const text = parts.filter((part) => part).join(' · ');
    return { id, text: visible(text || id) };
  });
  return { items: found, isWhole: nextCursor === null };
}

async function read(kind: Attachable, subjectId: string, options: Options): Promise<Found> {
  const where = { limit: MAX_FOUND, ...(subjectId !== '' && { subjectId }) };
  switch (kind) {
    case 'hit':
      return foundIn(await api.continuousScreening.listHits(where, options), (hit) => ({
        id: hit.id,
        parts: [
          hit.match?.name,
          hit.match?.listName,
          hit.score === null ? null : numberText(hit.score),
          wordsOf(hit.status),
          hit.subjectId,
        ],
      }));
    case 'screening':
      return foundIn(await api.screening.list(where, options), (one) => ({
        id: one.screeningId,
        parts: [one.title, wordsOf(one.outcome), timeText(one.screenedAt), one.subjectId],
      }));
    case 'verification':
      return foundIn(await api.identity.listVerifications(where, options), (one) => ({
        id: one.verificationId,
        parts: [wordsOf(one.kind), wordsOf(one.status), timeText(one.verifiedAt), one.subjectId],
      }));
    case 'thread':
      return foundIn(await api.threads.list({ limit: MAX_FOUND }, options), (one) => ({
        id: one.id,
        parts: [one.subject, one.channel, timeText(one.lastActivityAt)],
      }));
  }
}

/** The newest evidence of a kind, of one customer or of all. Threads have no customer. */
export function itemsToAttach(kind: Attachable, subjectId: string) {
  const customer = kind === 'thread' ? '' : subjectId;
  return queryOptions({
    queryKey: [NAMES[kind], { subjectId: customer }, 'to attach'],
    queryFn: ({ signal }) => read(kind, customer, { signal }),
  });
}
