import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Foreign } from '../../parts/foreign.tsx';
import type { Column } from '../../parts/table.tsx';
import { COLON, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/lists.ts';

type Preview = Operations['previewScreeningEntries']['data'];
type Shown = {
  key: string;
  line: number;
  name: string;
  dob: string | null;
  country: string | null;
  note: { text: string; look: 'bad' | 'warn' } | undefined;
};

/** The columns of a preview. */
export const PREVIEW_COLUMNS: Column<Shown>[] = [
  {
    id: 'line',
    title: t('lists.lineNumber'),
    isNumber: true,
    cell: ({ line }) => numberText(line),
  },
  { id: 'name', title: t('hit.name'), cell: ({ name }) => name && <Foreign text={name} /> },
  { id: 'dob', title: t('hit.dob'), cell: ({ dob }) => dob },
  { id: 'country', title: t('hit.country'), cell: ({ country }) => country },
  {
    id: 'note',
    title: t('lists.note'),
    cell: ({ note }) => note && <span className={note.look}>{note.text}</span>,
  },
];

const FIELDS: Record<string, string> = {
  name: t('hit.name'),
  dob: t('hit.dob'),
  country: t('hit.country'),
};
const MISTAKES: Record<string, string> = {
  dob: t('lists.wrongDate'),
  country: t('lists.wrongCountry'),
};

/** Returns a mistake in the words of the screen; about other fields, in the words of the service. */
function mistakeText({ field, message }: Preview['problems'][number]): string {
  if (field === null) return message;
  return `${FIELDS[field] ?? field}${COLON} ${MISTAKES[field] ?? message}`;
}

/** Returns rows with mistakes first, then duplicates, then rows with a shared id, then the first of the others. @param added the number of lines before the entered ones */
export function previewRows(
  { problems, duplicates, sample, sharedIds }: Preview,
  added: number,
): Shown[] {
  const nothing = { dob: null, country: null };
  const wrong = new Map<number, string[]>();
  for (const problem of problems) {
    const { line } = problem;
    wrong.set(line, [...(wrong.get(line) ?? []), mistakeText(problem)]);
  }
  const entryOf = new Map(sample.map((entry) => [`${entry.line} ${entry.name}`, entry]));
  const bad = [...wrong].map(([line, messages]): Shown => {
    const note = { text: messages.join('; '), look: 'bad' } as const;
    return { ...nothing, key: `bad ${line}`, line, name: '', note };
  });
  const twice = duplicates.map(({ line, name, ofLine }, i): Shown => {
    const entry = entryOf.get(`${line} ${name}`);
    entryOf.delete(`${line} ${name}`);
    const text =
      ofLine === null ? t('lists.inList') : t('lists.asLine', { line: numberText(ofLine - added) });
    const { dob, country } = entry ?? nothing;
    return { key: `twice ${i}`, line, name, dob, country, note: { text, look: 'warn' } };
  });
  const shared = sharedIds.map(({ line, ofLine }): Shown => {
    const entry = [...entryOf.values()].find((one) => one.line === line);
    const { name = '', dob = null, country = null } = entry ?? {};
    if (entry) entryOf.delete(`${line} ${entry.name}`);
    const text = t('lists.sharedId', { line: numberText(ofLine - added) });
    return { key: `shared ${line}`, line, name, dob, country, note: { text, look: 'warn' } };
  });
  const others = [...entryOf.values()].map((entry, i): Shown => {
    return { ...entry, key: `other ${i}`, note: undefined };
  });
  return [...bad, ...twice, ...shared, ...others].map((row) => ({
    ...row,
    line: row.line - added,
  }));
}
