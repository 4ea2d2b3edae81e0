/** Lines, as somebody has pasted or chosen them, as the CSV file that the API takes. */

/** The columns of lines without a header. */
const COLUMNS = ['name', 'dob', 'country'];
/** The most that one request may have, as JSON. */
const MAX_BYTES = 16 * 2 ** 20;

/** `added` is how many lines the file has before those that were given. */
export type EntryFile = { content: string; added: number };

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

function lineOf(fields: string[]): string {
  return fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
}

/** With a header, which has a column `name`, it is a file already unless tabs part its cells. */
export function toFile(text: string): EntryFile {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  // Whatever parts its columns: the service says which ones it takes.
  const hasHeader = first.split(/[,;|\t]/).some((field) => /^\ufeff?\s*"?name"?\s*$/i.test(field));
  if (hasHeader && !first.includes('\t')) return { content: text, added: 0 };
  const rows = lines.map((line) => {
    if (line.trim() === '') return '';
    const fields = fieldsOf(line);
    // Date of birth and country may be left out.
    const missing = hasHeader ? 0 : Math.max(0, COLUMNS.length - fields.length);
    return lineOf([...fields, ...Array<string>(missing).fill('')]);
  });
  const header = hasHeader ? [] : [COLUMNS.join(',')];
  return { content: [...header, ...rows].join('\n'), added: header.length };
}

/** The text of a chosen file: UTF-8 where it is valid, and else what old spreadsheets write. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function isTooLarge({ content }: EntryFile): boolean {
  return new Blob([JSON.stringify({ content, leaveOutDuplicates: true })]).size > MAX_BYTES;
}
