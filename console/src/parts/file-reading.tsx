import { useState, type ReactNode } from 'react';
import { OrikiError } from '../../../clients/typescript/src/index.ts';
import { t } from '../texts/screens/files.ts';
import { Choice } from './choice.tsx';
import { Field } from './field.tsx';
import { FileField, FileRefusal } from './file-field.tsx';

const FIELD_TEXTS = {
  ref: t('files.ref'),
  id: t('files.id'),
  name: t('hit.name'),
  firstName: t('files.firstName'),
  middleName: t('files.middleName'),
  lastName: t('files.lastName'),
  aliases: t('files.aliases'),
  dob: t('hit.dob'),
  country: t('hit.country'),
} as const;
type Of = keyof typeof FIELD_TEXTS;

export type Order = 'DMY' | 'MDY';
/** The columns and the order of dates of a file, as a person enters them. */
export type Reading = { columns: Partial<Record<Of, string>>; order: Order | '' };
const NOTHING_SAID: Reading = { columns: {}, order: '' };

/** Returns it as the API accepts it. */
export function askedReading({ columns, order }: Reading): {
  columns?: Partial<Record<Of, string>>;
  dateFormat?: Order;
} {
  const named = Object.entries(columns).filter(([, column]) => column.trim() !== '');
  return {
    ...(named.length > 0 && { columns: Object.fromEntries(named) }),
    ...(order !== '' && { dateFormat: order }),
  };
}

/** Returns true if the service rejected a file because nothing in it shows the order of its dates. */
function asksOrder(error: unknown): boolean {
  return error instanceof OrikiError && error.details.some(({ path }) => path === 'dateFormat');
}

/** Returns the sending of a file without its error if the service only asks for the order of dates. */
export function withoutQuestion<Sent extends { isError: boolean; error: unknown }>(
  sending: Sent,
): Sent {
  return { ...sending, isError: sending.isError && !asksOrder(sending.error) };
}

/** The number of bytes that contain the header. */
const HEAD_BYTES = 64 * 1024;

/** A file that a person has chosen, and the way to read it. */
export type ChosenFile = { file: File | undefined; header: string[]; reading: Reading };
export const NO_FILE: ChosenFile = { file: undefined, header: [], reading: NOTHING_SAID };

/** Returns the columns of the header as suggestions; none for a workbook, which the browser does not read. */
async function headerOf(file: Blob): Promise<string[]> {
  const head = await file.slice(0, HEAD_BYTES).text();
  const line = head.split(/\r?\n/).find((text) => text.trim() !== '' && !/^\W?sep=/i.test(text));
  if (line === undefined || line.startsWith('PK') || line.includes('\0')) return [];
  const cells = [',', ';', '\t'].map((delimiter) => line.split(delimiter));
  const most = cells.reduce((best, one) => (one.length > best.length ? one : best));
  return [...new Set(most.map((cell) => cell.replaceAll(/["\uFEFF]/g, '').trim()))].filter(Boolean);
}

/** The choice of the order of dates, if the service asks for it or the person has chosen one. */
export function AskedOrder({
  order,
  onChange,
  error,
}: {
  order: Order | '';
  onChange: (order: Order | '') => void;
  /** The error of the last sent file. */
  error: unknown;
}): ReactNode {
  const isAsked = asksOrder(error);
  if (!isAsked && order === '') return null;
  return (
    <>
      <p className="small" role={isAsked ? 'alert' : undefined}>
        {t('files.askOrder')}
      </p>
      <Choice
        label={t('files.dateFormat')}
        options={[
          { id: '', text: t('files.asDatesShow') },
          { id: 'DMY', text: t('files.DMY') },
          { id: 'MDY', text: t('files.MDY') },
        ]}
        value={order}
        onChange={onChange}
      />
    </>
  );
}

/** The fields for columns with other names, and for the order of dates. */
function ReadingFields({
  fields,
  reading,
  onChange,
  header,
  error,
}: {
  fields: readonly Of[];
  reading: Reading;
  onChange: (reading: Reading) => void;
  header: readonly string[];
  /** The error of the last sent file. */
  error: unknown;
}): ReactNode {
  const { columns, order } = reading;
  return (
    <>
      <AskedOrder
        order={order}
        error={error}
        onChange={(chosen) => onChange({ columns, order: chosen })}
      />
      <details>
        <summary>{t('files.columns')}</summary>
        <div className="stack-close">
          <p className="small quiet">{t('files.columnsNote')}</p>
          {fields.map((field) => (
            <Field
              key={field}
              label={FIELD_TEXTS[field]}
              value={columns[field] ?? ''}
              suggestions={header}
              onChange={(column) => onChange({ columns: { ...columns, [field]: column }, order })}
            />
          ))}
        </div>
      </details>
    </>
  );
}

/** The field for a file, with the fields for its columns. */
export function FileToRead({
  label,
  accept,
  fields,
  chosen,
  onChange,
  onChoose,
  refusal,
  error,
}: {
  label: string;
  accept: string;
  fields: readonly Of[];
  chosen: ChosenFile;
  onChange: (change: (before: ChosenFile) => ChosenFile) => void;
  /** Runs before another file is chosen. */
  onChoose: () => void;
  /** The reason why the file cannot be sent. */
  refusal: string | undefined;
  /** The error of the last sent file. */
  error: unknown;
}): ReactNode {
  /** Grows when the file is removed, so that its field is empty. */
  const [cleared, setCleared] = useState(0);
  const [shown, setShown] = useState(chosen.file);
  if (shown !== chosen.file) {
    setShown(chosen.file);
    if (chosen.file === undefined) setCleared(cleared + 1);
  }
  return (
    <>
      <FileField
        key={cleared}
        label={label}
        accept={accept}
        onChoose={(file) => {
          onChoose();
          onChange(() => ({ ...NO_FILE, file }));
          if (!file) return;
          void headerOf(file).then((header) =>
            onChange((before) => (before.file === file ? { ...before, header } : before)),
          );
        }}
      />
      <FileRefusal text={refusal} />
      <ReadingFields
        fields={fields}
        reading={chosen.reading}
        onChange={(reading) => onChange((before) => ({ ...before, reading }))}
        header={chosen.header}
        error={error}
      />
    </>
  );
}

type ReadAs = {
  encoding: string;
  delimiter: string;
  dateFormat: string | null;
  warnings: string[];
};

/** A line with the encoding and the separator of a file, and with the warnings. */
export function ReadAsText({ readAs }: { readAs: ReadAs }): ReactNode {
  const { encoding, delimiter, dateFormat, warnings } = readAs;
  return (
    <>
      {[encoding, delimiter, ...(dateFormat === null ? [] : [dateFormat])].join(', ')}
      {warnings.map((warning) => (
        <span key={warning} className="small warn">
          {' '}
          {warning}
        </span>
      ))}
    </>
  );
}
