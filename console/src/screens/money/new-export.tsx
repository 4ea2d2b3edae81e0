import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Check } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { DATA_TYPES } from '../../declared/kinds.ts';
import { dataTypeText, t } from '../../texts/screens/money.ts';

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

/** The form that requests an export. */
export function NewExport({
  firstType = 'usage',
  onDone,
  onCancel,
}: {
  firstType?: DataType;
  onDone: () => void;
  onCancel: () => void;
}): ReactNode {
  const [dataType, setDataType] = useState<DataType>(firstType);
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
    <Form sending={made} onCancel={onCancel}>
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
