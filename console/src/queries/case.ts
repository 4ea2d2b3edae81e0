import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { untilEnd } from './cases.ts';
import { answerOf } from './define.ts';

export type Case = Operations['getCase']['data'];

/** Reads a case with all items, notes and changes: an answer contains one page of each. */
async function readCase({ id }: { id: string }, options: { signal: AbortSignal }): Promise<Case> {
  const whole = await api.cases.get({ id }, options);
  for (let page = whole; page.itemsNext ?? page.notesNext ?? page.historyNext;) {
    const { itemsNext, notesNext, historyNext } = page;
    page = await api.cases.get(
      {
        id,
        ...(itemsNext !== null && { itemsAfter: itemsNext }),
        ...(notesNext !== null && { notesAfter: notesNext }),
        ...(historyNext !== null && { historyBefore: historyNext }),
      },
      options,
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

/** A whole case. */
export function caseWith(id: string) {
  return {
    ...answerOf('case', readCase, { id }),
    refetchInterval: ({ state }: { state: { data: Case | undefined } }): number | false =>
      untilEnd([state.data?.claim]),
  };
}

export type SignedCase = Operations['getSignedCase']['data'];

/** A case file. It is read once for a page, because each read makes another document and leaves a row in the audit log. */
export function signedCase(id: string) {
  return {
    ...answerOf('signed case', api.cases.getSigned, { id }),
    staleTime: Infinity,
    gcTime: 0,
  };
}
