import { textsOf } from '../text.ts';

/** Texts about files of global lists that were refused, and the two operators who take one. */
const REFUSED = {
  'refused.title': 'A file was refused',
  'refused.why':
    'It may be damaged: it would take away more than half, or most of it cannot be used. If it is right, two operators have it taken: one asks, another takes it.',
  'refused.entries': 'Entries it would remove',
  'refused.aliases': 'Aliases it would remove',
  'refused.rows': 'Rows that cannot be used',
  'refused.of': '{count} of {all}',
  'refused.beside': '{count}, and {usable} {usable:entry|entries} that can',
  'refused.hash': 'SHA-256 of the file',
  'refused.aliasesHash': 'SHA-256 of the alias file',
  'refused.addressesHash': 'SHA-256 of the address file',
  'refused.commentsHash': 'SHA-256 of the file of longer remarks',
  'refused.agreed': 'Two operators have agreed to take it. It is taken with the next fetch.',
  'refused.ask': 'Ask another operator to take it',
  'refused.take': 'Take this file',
  'refused.takeWhy':
    'The list becomes what this file says, as soon as it is fetched. A file that has changed since is refused again.',
  'refused.own': 'You have asked. Another operator takes it, until {until}.',
  'refused.theirs': '{who} asks to have it taken, until {until}.',
  'refused.back': 'Take back',
  'refused.reject': 'Refuse',
  'refused.endWhy': 'The request ends. This cannot be undone.',
  'refused.void': 'void: not the last file',
  'refused.what': 'What it would do',
  'refused.list': 'List',
  'refused.empty': 'Nothing waits for a second operator.',
  'refused.how':
    'Files of global lists that were refused, and that an operator asks to have taken. Who asked cannot be the second.',
};

/** A text of these screens, or of all. */
export const t = textsOf(REFUSED);
