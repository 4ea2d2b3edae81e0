/** The functions that make pasted lines, or a chosen file, into a file as the API accepts it. */
import { contentOf } from '../../data/transfer.ts';

/** The columns of lines without a header. */
const COLUMNS = ['name', 'dob', 'country'];
/** The largest request, as JSON. */
const MAX_BYTES = 16 * 2 ** 20;

/** `added` is the number of lines before the entered ones. */
export type EntryFile = { content: string; contentEncoding?: 'base64'; added: number };

/** Returns the fields of a line with commas (RFC 4180), or with the tabs of a spreadsheet. */
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

function lineOf(fields: string[]): string {
  return fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
}

/** The names of columns with the name of a person. */
const NAME_COLUMN =
  /^\ufeff?\s*"?(?:name|full[ _]name|last[ _-]?name|surname|family[ _]name)"?\s*$/i;

/** Returns true if the first line is a header, with any separator: the service rejects separators that it does not read. */
function hasHeaderIn(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '' && !/^\W?sep=/i.test(line)) ?? '';
  return first.split(/[,;|\t]/).some((field) => NAME_COLUMN.test(field));
}

/**
 * Returns a text as a file. A text with a header, which has a column of names, stays as it is unless tabs separate its cells.
 * @param isNamed the person has named the columns of the header
 */
export function toFile(text: string, isNamed = false): EntryFile {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const hasHeader = isNamed || hasHeaderIn(text);
  if (hasHeader && !first.includes('\t')) return { content: text, added: 0 };
  const rows = lines.map((line) => {
    if (line.trim() === '') return '';
    const fields = fieldsOf(line);
    // Date of birth and country are optional.
    const missing = hasHeader ? 0 : Math.max(0, COLUMNS.length - fields.length);
    return lineOf([...fields, ...Array<string>(missing).fill('')]);
  });
  const header = hasHeader ? [] : [COLUMNS.join(',')];
  return { content: [...header, ...rows].join('\n'), added: header.length };
}

/** Returns the text of a chosen file: UTF-8 if it is valid, otherwise the encoding of old spreadsheets. */
async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns a chosen file as it is, unless it is a text without a header. */
export async function chosenFile(file: Blob, isNamed: boolean): Promise<EntryFile> {
  const text = await textOf(file);
  const isText = !text.startsWith('PK') && !text.includes('\0');
  if (isText && !isNamed && !hasHeaderIn(text)) return toFile(text);
  const { base64 } = await contentOf(file);
  return { content: base64, contentEncoding: 'base64', added: 0 };
}

export function isTooLarge({ content }: EntryFile): boolean {
  return new Blob([JSON.stringify({ content, leaveOutDuplicates: true })]).size > MAX_BYTES;
}
