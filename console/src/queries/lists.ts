import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

export const LISTS = answerOf('lists', api.screeningLists.list, {});

export function listWith(id: string) {
  return answerOf('list', api.screeningLists.get, { id });
}

/** The entries of a list. */
export function entriesOf(id: string) {
  return listOf('entries', api.screeningLists.listEntries, { id }, idOf);
}
