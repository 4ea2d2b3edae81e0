import { api } from '../../data/client.ts';

/** Asks a second person about each hit. Existing requests stay. */
export async function askSecond(
  hitIds: readonly string[],
  alsoIdentical: boolean,
  given: { reason: string; reasonCode?: string },
): Promise<void> {
  const detail = alsoIdentical ? { alsoIdentical } : {};
  for (const objectId of hitIds)
    await api.approvals.request({
      body: { action: 'hit.false_positive', objectId, detail, ...given },
    });
}
