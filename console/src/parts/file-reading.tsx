import type { ReactNode } from 'react';
import { OrikiError } from '../../../clients/typescript/src/index.ts';
import { t } from '../texts/screens/files.ts';
import { Choice } from './choice.tsx';
import { Field } from './field.tsx';

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
/** Columns and the order of dates of a file, as somebody says them. */
export type Reading = { columns: Partial<Record<Of, string>>; order: Order | '' };
export const NOTHING_SAID: Reading = { columns: {}, order: '' };

/** As the API takes it. */
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

/** Tells whether a file was refused because nothing shows the order of its dates. */
function asksOrder(error: unknown): boolean {
  return error instanceof OrikiError && error.details.some(({ path }) => path === 'dateFormat');
}

/** Returns the sending of a file without its error if the service only asks for the order of dates. */
export function withoutQuestion<Sent extends { isError: boolean; error: unknown }>(
  sending: Sent,
): Sent {
  return { ...sending, isError: sending.isError && !asksOrder(sending.error) };
}

/** Bytes that show the header. */
const HEAD_BYTES = 64 * 1024;

/** The columns of the header, to be offered; none of a workbook, whose header the browser does not read. */
export async function headerOf(file: Blob): Promise<string[]> {
  const head = await file.slice(0, HEAD_BYTES).text();
  const line = head.split(/\r?\n/).find((text) => text.trim() !== '' && !/^\W?sep=/i.test(text));
  if (line === undefined || line.startsWith('PK') || line.includes('\0')) return [];
  const cells = [',', ';', '\t'].map((delimiter) => line.split(delimiter));
  const most = cells.reduce((best, one) => (one.length > best.length ? one : best));
  return [...new Set(most.map((cell) => cell.replaceAll(/["\uFEFF]/g, '').trim()))].filter(Boolean);
}

/** The order of dates, where the service asks for it, or somebody has said it. */
export function AskedOrder({
  order,
  onChange,
  error,
}: {
  order: Order | '';
  onChange: (order: Order | '') => void;
  /** The answer to the file that was sent last. */
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

/** The fields for columns that are called otherwise, and for the order of dates. */
export function ReadingFields({
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
  /** The answer to the file that was sent last. */
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

type ReadAs = {
  encoding: string;
  delimiter: string;
  dateFormat: string | null;
  warnings: string[];
};

/** Says in a line in which encoding and with which separator a file was read, and what nobody can be sure of. */
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
