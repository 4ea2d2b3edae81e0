import { textsOf } from '../text.ts';

/** Texts about rejected files of global lists, and the two operators who accept one. */
const REFUSED = {
  'approvals.by': 'Requested by',
  'refused.title': 'Oriki rejected a file',
  'refused.why':
    'The file may be damaged: it would remove more than half of the list, or most of its rows are unusable. If the file is correct, two operators can accept it: one requests, another accepts.',
  'refused.entries': 'Entries it would remove',
  'refused.aliases': 'Aliases it would remove',
  'refused.rows': 'Unusable rows',
  'refused.of': '{count} of {all}',
  'refused.beside': '{count}, and {usable} usable {usable:entry|entries}',
  'refused.hash': 'SHA-256 of the file',
  'refused.aliasesHash': 'SHA-256 of the alias file',
  'refused.addressesHash': 'SHA-256 of the address file',
  'refused.commentsHash': 'SHA-256 of the extended remarks file',
  'refused.agreed': 'Two operators have accepted the file. The next fetch imports it.',
  'refused.ask': 'Request another operator’s approval',
  'refused.take': 'Accept this file',
  'refused.takeWhy':
    'The next fetch replaces the list with this file. If the file has changed, Oriki rejects it again.',
  'refused.own': 'You have requested approval. Another operator can accept until {until}.',
  'refused.theirs': '{who} requests approval until {until}.',
  'refused.back': 'Withdraw',
  'refused.reject': 'Refuse',
  'refused.endWhy': 'This ends the request. You cannot undo it.',
  'refused.void': 'void: not the latest file',
  'refused.what': 'Effect',
  'refused.list': 'List',
  'refused.empty': 'No requests wait for a second operator.',
  'refused.how':
    'Rejected files of global lists that an operator wants to accept. The requester cannot approve.',
};

/** A text of these screens, or of all. */
export const t = textsOf(REFUSED);
