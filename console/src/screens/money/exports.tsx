import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Check } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { DATA_TYPES } from '../../declared/exports.ts';
import { EXPORTS, isUnfinished } from '../../queries/money.ts';
import { numberText } from '../../texts/text.ts';
import { dataTypeText, t } from '../../texts/screens/money.ts';

type Export = Operations['listExports']['data']['items'][number];
type Input = Operations['createExport']['input']['body'];
type DataType = Input['dataType'];
type Format = NonNullable<Input['format']>;

const TYPES = (Object.keys(DATA_TYPES) as DataType[])
  .map((id) => ({ id, text: dataTypeText(id) ?? id }))
  .toSorted((a, b) => a.text.localeCompare(b.text));
const FORMATS: { id: Format; text: string }[] = [
  { id: 'CSV', text: 'CSV' },
  { id: 'JSON', text: 'JSON' },
  { id: 'XLSX', text: 'XLSX' },
];
type Delimiter = ',' | ';' | '\t';
const DELIMITERS: { id: Delimiter; text: string }[] = [
  { id: ',', text: t('exports.comma') },
  { id: ';', text: t('exports.semicolon') },
  { id: '\t', text: t('exports.tab') },
];
const DAY_MS = 86_400_000;

/** Returns the day after a day: the API excludes the end of a range. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

function toneOf({ status }: Export): Tone {
  if (status === 'COMPLETED') return 'good';
  return status === 'FAILED' ? 'bad' : 'warn';
}

function dataText({ dataType }: Export): string {
  return dataTypeText(dataType) ?? dataType;
}

const COLUMNS: Column<Export>[] = [
  { id: 'at', title: t('exports.asked'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'type',
    title: t('exports.data'),
    cell: dataText,
  },
  { id: 'format', title: t('exports.format'), cell: ({ format }) => format },
  {
    id: 'range',
    title: t('exports.range'),
    cell: ({ filters }) =>
      filters?.dateFrom || filters?.dateTo ? (
        <>
          {filters.dateFrom && <Time at={filters.dateFrom} />}
          {filters.dateTo && (
            <>
              {' '}
              {t('exports.until')} <Time at={filters.dateTo} />
            </>
          )}
        </>
      ) : (
        t('exports.all')
      ),
  },
  {
    id: 'status',
    title: t('queue.status'),
    cell: (row) => (
      <>
        <Badge tone={toneOf(row)}>{row.status.toLowerCase()}</Badge> {row.error}
      </>
    ),
  },
  {
    id: 'rows',
    title: t('exports.rows'),
    isNumber: true,
    cell: ({ recordCount }) => (recordCount === null ? '–' : numberText(recordCount)),
  },
  {
    id: 'file',
    title: t('exports.file'),
    cell: ({ downloadUrl, truncated, expiresAt }) =>
      downloadUrl === null ? (
        '–'
      ) : (
        <>
          <a href={downloadUrl} download>
            {t('exports.download')}
          </a>{' '}
          {truncated && t('exports.truncated')}{' '}
          {expiresAt && (
            <span className="small quiet">
              {t('approvals.until')} <Time at={expiresAt} />
            </span>
          )}
        </>
      ),
  },
];

/** The exports of the organization's data, which the worker creates. */
export function Exports(): ReactNode {
  const mayCreate = useMayChange('exports:create');
  return (
    <ListScreen<Export, 'cancel'>
      title={t('exports.title')}
      columns={COLUMNS}
      list={useList(EXPORTS)}
      empty={t('exports.empty')}
      create={
        mayCreate && {
          text: t('exports.new'),
          form: (onClose) => <NewExport onDone={onClose} />,
        }
      }
      actions={
        mayCreate && {
          of: (row) => (isUnfinished(row) ? ['cancel'] : []),
          textOf: () => t('exports.cancel'),
          open: (_, row, onClose) => (
            <Confirm
              title={t('exports.cancel')}
              text={t('exports.cancelWhy', { data: dataText(row) })}
              run={() => api.exports.cancel({ exportId: row.id })}
              stale={[['exports']]}
              onClose={onClose}
            />
          ),
        }
      }
    />
  );
}

function NewExport({ onDone }: { onDone: () => void }): ReactNode {
  const [dataType, setDataType] = useState<DataType>('usage');
  const [format, setFormat] = useState<Format>('CSV');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [bom, setBom] = useState(false);
  const [delimiter, setDelimiter] = useState<Delimiter>(',');
  const [timezone, setTimezone] = useState('UTC');
  const filters = {
    ...(from !== '' && { dateFrom: from }),
    ...(to !== '' && { dateTo: dayAfter(to) }),
  };
  const csv = format === 'CSV' && { csv: { bom, delimiter, timezone } };
  const made = useChange(
    () => api.exports.create({ body: { dataType, format, filters, ...csv } }),
    [['exports']],
    onDone,
  );
  return (
    <Form sending={made} onCancel={onDone}>
      <Choice label={t('exports.data')} options={TYPES} value={dataType} onChange={setDataType} />
      <Choice label={t('exports.format')} options={FORMATS} value={format} onChange={setFormat} />
      {format === 'CSV' && (
        <>
          <Check label={t('exports.bom')} isSelected={bom} onChange={setBom} />
          <Choice
            label={t('exports.delimiter')}
            options={DELIMITERS}
            value={delimiter}
            onChange={setDelimiter}
          />
          <Field label={t('exports.timezone')} value={timezone} onChange={setTimezone} isRequired />
        </>
      )}
      <Field label={t('exports.from')} type="date" value={from} onChange={setFrom} />
      <Field label={t('exports.to')} type="date" value={to} onChange={setTo} />
    </Form>
  );
}
