import { knownTextsOf, textsOf, wordsOf } from '../text.ts';

const MONEY = {
  'invoices.empty': 'No invoices yet: one is issued when a month is over.',
  'invoices.invoice': 'Invoice',
  'invoices.credit_note': 'Credit note',
  'invoices.debit_note': 'Debit note',
  'invoices.number': 'Number',
  'invoices.month': 'Month',
  'invoices.issued': 'Issued',
  'invoices.total': 'Total',
  'invoices.corrects': 'Corrects',
  'invoices.reason': 'Reason',
  'invoices.lines': 'Lines',
  'invoices.noLines': 'Nothing was charged.',
  'invoices.amount': 'Amount',
  'exports.empty': 'No exports yet. New export makes a file of your own data, in the background.',
  'exports.new': 'New export',
  'exports.cancel': 'Stop export',
  'exports.cancelWhy': 'Data: {data}. The export ends, and nothing of it is kept.',
  'exports.asked': 'Asked for',
  'exports.data': 'Data',
  'exports.usage': 'Usage',
  'exports.invoices': 'Invoices',
  'exports.audit': 'Audit',
  'exports.cases': 'Cases',
  'exports.screenings': 'Screenings',
  'exports.hits': 'Hits',
  'exports.decisions': 'Decisions on hits',
  'exports.screening_jobs': 'Results of screening jobs',
  'exports.webhooks': 'Webhook deliveries',
  'exports.messages': 'Messages',
  'exports.format': 'Format',
  'exports.rows': 'Rows',
  'exports.file': 'File',
  'exports.download': 'Download',
  'exports.truncated': 'has the first rows only',
  'exports.from': 'From (UTC; may be empty)',
  'exports.to': 'To, inclusive (UTC; may be empty)',
  'exports.range': 'Range',
  'exports.verifications': 'Verifications',
  'exports.bom': 'For Excel: with a byte order mark',
  'exports.delimiter': 'Between cells',
  'exports.comma': 'Comma',
  'exports.semicolon': 'Semicolon',
  'exports.tab': 'Tab',
  'exports.timezone': 'Time zone of times, like Africa/Lagos',
  'exports.until': 'before',
  'exports.all': 'everything',
  'usage.empty': 'Nothing was used yet.',
  'usage.cost': 'The running month so far: {total}',
  'usage.day': 'Day (UTC)',
  'usage.service': 'Service',
  'usage.metric': 'Metric',
  'usage.quantity': 'Quantity',
};

/** A text of these screens, or of all. */
export const t = textsOf(MONEY);
const known = knownTextsOf(MONEY);

/** An invoice or a kind of note by its name; one of a newer version of the API in its words. */
export function documentText(type: string): string {
  return known(`invoices.${type}`) ?? wordsOf(type);
}
