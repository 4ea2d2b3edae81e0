import { DATA_TYPES } from '../../declared/kinds.ts';
import { knownTextsOf, textsOf, wordsOf } from '../text.ts';

const MONEY = {
  'invoices.empty': 'No invoices yet. Oriki issues one after the end of each month.',
  'invoices.invoice': 'Invoice',
  'invoices.credit_note': 'Credit note',
  'invoices.debit_note': 'Debit note',
  'invoices.number': 'Number',
  'invoices.month': 'Month',
  'invoices.period': 'Period',
  'invoices.zone': 'Time zone',
  'invoices.issued': 'Issued',
  'invoices.total': 'Total',
  'invoices.corrects': 'Corrects',
  'invoices.reason': 'Reason',
  'invoices.lines': 'Lines',
  'invoices.noLines': 'No charges.',
  'invoices.amount': 'Amount',
  'exports.empty': 'No exports yet. Choose "New export" to create a file of your data.',
  'exports.new': 'New export',
  'exports.cancel': 'Stop export',
  'exports.cancelWhy': 'Data: {data}. The export stops, and Oriki deletes its data.',
  'exports.asked': 'Requested',
  'exports.data': 'Data',
  'exports.format': 'Format',
  'exports.rows': 'Rows',
  'exports.file': 'File',
  'exports.download': 'Download',
  'exports.truncated': 'contains only the first rows',
  'exports.from': 'From (UTC, optional)',
  'exports.to': 'To, inclusive (UTC, optional)',
  'exports.range': 'Range',
  'exports.bom': 'Add a byte order mark for Excel',
  'exports.delimiter': 'Delimiter',
  'exports.comma': 'Comma',
  'exports.semicolon': 'Semicolon',
  'exports.tab': 'Tab',
  'exports.timezone': 'Time zone, such as Africa/Lagos',
  'exports.until': 'before',
  'exports.all': 'everything',
  'usage.empty': 'No usage yet. The first verification, search or delivery appears here.',
  'usage.cost': 'This month so far: {total}',
  'usage.zone': 'Time zone of days and months: {timeZone}.',
  'usage.day': 'Day',
  'usage.service': 'Service',
  'usage.metric': 'Metric',
  'usage.quantity': 'Quantity',
};

/** A text of these screens, or of all. */
export const t = textsOf(MONEY);
const known = knownTextsOf(MONEY);

/** The name of a type of exported data; undefined for one of a newer API version. */
export const dataTypeText = knownTextsOf(DATA_TYPES);

/** Returns the name of an invoice or a kind of note; a kind of a newer API version stays unchanged. */
export function documentText(type: string): string {
  return known(`invoices.${type}`) ?? wordsOf(type);
}
