/** Reads the time of publication of a list near the beginning of its file. */
import { parseIsoDate, parseOfacDate } from '../dates.ts';

/** Bytes of the file that are searched. */
export const BEGINNING_BYTES = 65_536;

type Parts = Readonly<Record<string, string | undefined>>;

/** Each finds a moment, or the parts of a date. */
const BY_FORMAT: ReadonlyMap<string, RegExp> = new Map([
  ['un-xml', /\bdateGenerated="(?<moment>[^"]+)"/],
  ['eu-csv', /^\W*fileGenerationDate\b[^\n]*\n\W*(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})/i],
  [
    'uk-csv',
    /\bReport Date: (?<text>\d\d-\w{3}-\d{4})|\bLast Updated,(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})/,
  ],
  [
    'uk-xml',
    /<DateGenerated>(?<moment>\d{4}-[^<]+)|<DateGenerated>(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})/,
  ],
  [
    'ofac-xml',
    /<DateOfIssue[^>]*>\s*<Year>(?<year>\d{4})<\/Year>\s*<Month>(?<month>\d\d?)<\/Month>\s*<Day>(?<day>\d\d?)</,
  ],
  ['seco-xml', /<swiss-sanctions-list\b[^>]*\bdate="(?<moment>[^"]+)"/],
]);

function momentOf({ moment, text, year, month, day }: Parts): Date | undefined {
  const spelled = text && (parseOfacDate(text.replaceAll('-', ' ')) ?? '');
  const date =
    spelled ||
    (year && parseIsoDate(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`));
  const found = new Date(moment ?? date ?? '');
  return Number.isNaN(found.getTime()) ? undefined : found;
}

/** @param head the beginning of the main file */
export function publishedAt(format: string, head: string): Date | undefined {
  const groups = BY_FORMAT.get(format)?.exec(head)?.groups;
  return groups && momentOf(groups);
}
