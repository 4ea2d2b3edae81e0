import { api } from '../../data/client.ts';
import type { Case } from './words.ts';

/** A case with all its items, notes and changes: answers have a page of each, so it asks until there are no more. */
export async function wholeCase(id: string, signal: AbortSignal): Promise<Case> {
  const whole = await api.cases.get({ id }, { signal });
  for (let page = whole; page.itemsNext ?? page.notesNext ?? page.historyNext;) {
    const { itemsNext, notesNext, historyNext } = page;
    page = await api.cases.get(
      {
        id,
        ...(itemsNext !== null && { itemsAfter: itemsNext }),
        ...(notesNext !== null && { notesAfter: notesNext }),
        ...(historyNext !== null && { historyBefore: historyNext }),
      },
      { signal },
    );
    if (itemsNext === null) page.itemsNext = null;
    else whole.items.push(...page.items);
    if (notesNext === null) page.notesNext = null;
    else whole.notes.push(...page.notes);
    if (historyNext === null) page.historyNext = null;
    else whole.history.unshift(...page.history);
  }
  return whole;
}
