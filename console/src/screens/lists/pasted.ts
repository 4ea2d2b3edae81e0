import { t } from '../../texts/screens/lists.ts';

type Entry = { name: string; dob?: string; country?: string };
export type Pasted = { entries: Entry[]; problems: string[] };

/** The fields of a line of comma-separated values (RFC 4180), or of a spreadsheet's cells, which tabs part. */
function fieldsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((field) => field.trim());
  const fields: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy;
  while (pattern.lastIndex < line.length) {
    const found = pattern.exec(line);
    if (!found) return [line.trim()];
    fields.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
  }
  return fields;
}

/** Reads pasted lines: name, date of birth, country. Empty lines are passed over; each mistake names its line. */
export function readPasted(text: string): Pasted {
  const entries: Entry[] = [];
  const problems: string[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [name = '', dob = '', country = ''] = fieldsOf(line);
    const refuse = (problem: string): void => {
      problems.push(t('lists.line', { line: i + 1, problem }));
    };
    if (name === '') refuse(t('lists.noName'));
    else if (dob !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(dob)) refuse(t('lists.badDob'));
    else if (country !== '' && !/^[a-z]{2}$/i.test(country)) refuse(t('lists.badCountry'));
    else
      entries.push({
        name,
        ...(dob !== '' && { dob }),
        ...(country !== '' && { country: country.toUpperCase() }),
      });
  }
  return { entries, problems };
}
