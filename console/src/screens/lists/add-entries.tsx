import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { transferring } from '../../data/transfer.ts';
import { rowsOf } from '../../data/whole.ts';
import { Check } from '../../parts/checks.tsx';
import { Progress } from '../../parts/file-field.tsx';
import {
  askedReading,
  FileToRead,
  NO_FILE,
  ReadAsText,
  withoutQuestion,
  type Reading,
} from '../../parts/file-reading.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Table } from '../../parts/table.tsx';
import { t } from '../../texts/screens/lists.ts';
import { PREVIEW_COLUMNS, previewRows } from './preview-rows.tsx';
import { chosenFile, isTooLarge, toFile, type EntryFile } from './pasted.ts';

type Preview = Operations['previewScreeningEntries']['data'];
type Added = Operations['importScreeningEntries']['data'];
/** A file with its preview, and the key with which the service adds it once. */
type Looked = { file: EntryFile; preview: Preview; key: string; reading: Reading };

const FIELDS = [
  'name',
  'firstName',
  'middleName',
  'lastName',
  'aliases',
  'dob',
  'country',
  'id',
] as const;

/** Returns a file and the names of its columns as the API accepts them. */
function bodyOf({ content, contentEncoding }: EntryFile, reading: Reading) {
  return { content, ...(contentEncoding && { contentEncoding }), ...askedReading(reading) };
}

/** The form for entries from a spreadsheet or a file: shows a preview, then adds all entries or none. */
export function AddEntries({
  id,
  onDone,
  onCancel,
}: {
  id: string;
  onDone: (added: Added) => void;
  onCancel: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(NO_FILE);
  const { file: picked, reading } = chosen;
  const [refusal, setRefusal] = useState<string>();
  const [share, setShare] = useState<number>();
  const looked = useChange(async (): Promise<Looked | undefined> => {
    const isNamed = askedReading(reading).columns !== undefined;
    const file = picked ? await chosenFile(picked, isNamed) : toFile(text, isNamed);
    setRefusal(isTooLarge(file) ? t('lists.tooLarge') : undefined);
    if (isTooLarge(file)) return undefined;
    setShare(0);
    const preview = await transferring(setShare).screeningLists.previewEntries({
      id,
      body: bodyOf(file, reading),
    });
    return { file, preview, key: crypto.randomUUID(), reading };
  }, []);
  const clear = (): void => setChosen((before) => ({ ...before, file: undefined }));
  const change = (): void => {
    looked.reset();
    setRefusal(undefined);
  };
  if (looked.data)
    return (
      <Confirmation
        id={id}
        looked={looked.data}
        onDone={onDone}
        onBack={() => {
          clear();
          looked.reset();
        }}
      />
    );
  return (
    <Form
      sending={withoutQuestion(looked)}
      save={t('lists.look')}
      isReady={picked !== undefined || text.trim() !== ''}
      onCancel={onCancel}
    >
      <Field
        label={t('lists.paste')}
        lines
        value={text}
        onChange={(value) => {
          change();
          clear();
          setText(value);
        }}
        autoFocus
      />
      <FileToRead
        label={t('lists.file')}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        fields={FIELDS}
        chosen={chosen}
        onChange={setChosen}
        onChoose={change}
        refusal={refusal}
        error={looked.error}
      />
      {looked.isPending && <Progress label={t('lists.looking')} share={share} />}
    </Form>
  );
}

function Confirmation({
  id,
  looked: { file, preview, key, reading },
  onDone,
  onBack,
}: {
  id: string;
  looked: Looked;
  onDone: (added: Added) => void;
  onBack: () => void;
}): ReactNode {
  const [leaveOutDuplicates, setLeaveOut] = useState(true);
  const [share, setShare] = useState<number>();
  const { rows, entries, invalidRows, duplicateEntries } = preview;
  const count = leaveOutDuplicates ? entries - duplicateEntries : entries;
  const added = useChange(
    () => {
      setShare(0);
      const body = { ...bodyOf(file, reading), leaveOutDuplicates };
      const idempotencyKey = `${key}-${leaveOutDuplicates}`;
      return transferring(setShare).screeningLists.importEntries({ id, body }, { idempotencyKey });
    },
    [['entries', { id }], ['list', { id }], ['lists']],
    onDone,
  );
  return (
    <Form
      sending={added}
      save={t('lists.addCount', { count })}
      isReady={invalidRows === 0 && count > 0}
      onCancel={onBack}
      cancel={t('lists.back')}
    >
      <p role="status">
        {t('lists.preview', {
          rows,
          good: entries,
          bad: invalidRows,
          twice: duplicateEntries,
        })}
      </p>
      <p className="small quiet">
        {t('lists.readAs')} <ReadAsText readAs={preview.readAs} />
      </p>
      {invalidRows > 0 && <p className="notice bad">{t('lists.allOrNone')}</p>}
      {duplicateEntries > 0 && (
        <Check
          label={t('lists.leaveOut', { count: duplicateEntries })}
          isSelected={leaveOutDuplicates}
          onChange={setLeaveOut}
        />
      )}
      <Table
        label={t('lists.previewTable')}
        columns={PREVIEW_COLUMNS}
        list={rowsOf(previewRows(preview, file.added), ({ key: row }) => row)}
        empty={t('lists.nothing')}
      />
      {added.isPending && <Progress label={t('lists.adding')} share={share} />}
    </Form>
  );
}
