import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { contentOf, transferring } from '../../data/transfer.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice, all } from '../../parts/choice.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { FileField, Progress } from '../../parts/file-field.tsx';
import { AskedOrder, ReadAsText, withoutQuestion, type Order } from '../../parts/file-reading.tsx';
import { Form } from '../../parts/form.tsx';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/import-list.ts';

type Input = Operations['importGlobalList']['input']['body'];
type Report = Operations['importGlobalList']['data'];
type Kind = Input['kind'];
type Format = NonNullable<Input['format']>;

const KINDS = (['sanctions', 'pep', 'adverse_media', 'embargo'] as const satisfies Kind[]).map(
  (id) => ({ id, text: kindText(id) }),
);
/** The choice of a mapping instead of a format. */
const MAPPING = 'mapping';
const READ_FORMATS = all<Format>({
  csv: true,
  'ofac-csv': true,
  'ofac-xml': true,
  'un-xml': true,
  'eu-csv': true,
  'uk-csv': true,
  'uk-xml': true,
  'sema-xml': true,
  'seco-xml': true,
  'dfat-csv': true,
  'csl-csv': true,
  'csl-json': true,
  'fincen-html': true,
  'nigsac-html': true,
  'opensanctions-simple': true,
  'ftm-json': true,
  'senzing-json': true,
});
const FORMATS = [
  ...READ_FORMATS.map((id) => ({ id, text: id })),
  { id: MAPPING, text: t('importList.mapping') },
] as const;
/** The files in addition to the main file. */
const MORE_FILES = ['aliases', 'addresses', 'comments'] as const;
type Files = Partial<Record<'content' | (typeof MORE_FILES)[number], File | undefined>>;

/** Returns the format or the mapping as the API accepts it; undefined for a mapping that is not JSON. */
function readerOf(format: Format | typeof MAPPING, mapping: string): Partial<Input> | undefined {
  if (format !== MAPPING) return { format };
  try {
    return { mapping: JSON.parse(mapping) as NonNullable<Input['mapping']> };
  } catch {
    return undefined;
  }
}

/** The form for a file that replaces the entries of a global list; after the import, its report. */
export function ImportList({ onDone }: { onDone: () => void }): ReactNode {
  const [kind, setKind] = useState<Kind>('sanctions');
  const [source, setSource] = useState('');
  const [name, setName] = useState('');
  const [format, setFormat] = useState<Format | typeof MAPPING>('csv');
  const [mapping, setMapping] = useState('');
  const [files, setFiles] = useState<Files>({});
  const [order, setOrder] = useState<Order | ''>('');
  const [share, setShare] = useState<number>();
  const reader = readerOf(format, mapping);
  const imported = useChange(async () => {
    setShare(0);
    const contents: Record<string, string> = {};
    for (const [file, chosen] of Object.entries(files))
      if (chosen) contents[file] = (await contentOf(chosen)).base64;
    const body = {
      kind,
      source: source.trim(),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...reader,
      ...contents,
      contentEncoding: 'base64',
      ...(order !== '' && { dateFormat: order }),
    } as Input;
    return transferring(setShare).administration.importGlobalList({ body });
  }, [['global lists']]);
  if (imported.data) return <Imported report={imported.data} onDone={onDone} />;
  const choose = (file: keyof Files, chosen: File | undefined): void => {
    imported.reset();
    setFiles((others) => ({ ...others, [file]: chosen }));
  };
  return (
    <Form
      sending={withoutQuestion(imported)}
      save={t('importList.import')}
      isReady={source.trim() !== '' && files.content !== undefined && reader !== undefined}
      onCancel={onDone}
    >
      <p className="small">{t('importList.replaces')}</p>
      <Choice label={t('importList.kind')} options={KINDS} value={kind} onChange={setKind} />
      <Field
        label={t('importList.source')}
        value={source}
        onChange={setSource}
        isRequired
        autoFocus
      />
      <Field label={t('importList.name')} value={name} onChange={setName} />
      <Choice
        label={t('importList.format')}
        options={FORMATS}
        value={format}
        onChange={(chosen) => {
          setFormat(chosen);
          setFiles(({ content }) => ({ content }));
        }}
      />
      {format === MAPPING && (
        <Field label={t('importList.mappingText')} lines value={mapping} onChange={setMapping} />
      )}
      <FileField label={t('importList.content')} onChoose={(file) => choose('content', file)} />
      {format === 'ofac-csv' &&
        MORE_FILES.map((more) => (
          <FileField
            key={more}
            label={t(`importList.${more}`)}
            onChoose={(file) => choose(more, file)}
          />
        ))}
      <AskedOrder order={order} error={imported.error} onChange={setOrder} />
      {imported.isPending && <Progress label={t('importList.importing')} share={share} />}
    </Form>
  );
}

/** The counts of an import, and the rows that were rejected or omitted. */
function Imported({ report, onDone }: { report: Report; onDone: () => void }): ReactNode {
  const { list, readAs, rejections, omissions } = report;
  const counts = ['added', 'changed', 'removed', 'unchanged', 'rejected', 'omitted'] as const;
  return (
    <div className="stack">
      <p role="status">{t(report.skipped ? 'importList.skipped' : 'importList.imported')}</p>
      <Facts
        rows={[
          ...counts.map((what): [string, ReactNode] => [
            t(`importList.${what}`),
            numberText(report[what]),
          ]),
          [
            t('importList.readAs'),
            readAs && (
              <ReadAsText
                key="readAs"
                readAs={{ ...readAs, dateFormat: readAs.dateFormat ?? null }}
              />
            ),
          ],
        ]}
      />
      {[...rejections, ...omissions].slice(0, 20).map(({ file, line, reason }, i) => (
        <p key={`${file} ${line} ${i}`} className="small warn">
          {t('importList.line', { line: numberText(line), reason })}
        </p>
      ))}
      <div className="toolbar">
        <Link to="/global-lists/$id" params={{ id: list.id }}>
          {t('importList.show')}
        </Link>
        <PlainButton look="primary" onPress={onDone} autoFocus>
          {t('app.close')}
        </PlainButton>
      </div>
    </div>
  );
}
