import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { contentOf, transferring } from '../../data/transfer.ts';
import { Progress } from '../../parts/file-field.tsx';
import { askedReading, FileToRead, NO_FILE, withoutQuestion } from '../../parts/file-reading.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/files.ts';

type Format = Operations['createScreeningJob']['input']['body']['fileFormat'];

const MAX_BYTES = 10 * 2 ** 20;
const FIELDS = [
  'ref',
  'name',
  'firstName',
  'middleName',
  'lastName',
  'aliases',
  'dob',
  'country',
] as const;

/** Returns the format by the first characters: a workbook is an archive, and a line of JSON begins with a brace. */
async function formatOf(file: Blob): Promise<Format> {
  const head = await file.slice(0, 64).text();
  if (head.startsWith('PK')) return 'xlsx';
  return /^\uFEFF?\s*\{/.test(head) ? 'jsonl' : 'csv';
}

function refusalOf(file: Blob | undefined): string | undefined {
  if (file?.size === 0) return t('files.emptyFile');
  return file && file.size > MAX_BYTES ? t('files.tooLarge') : undefined;
}

/** The form for a file of names, which the worker screens. */
export function NewFile({ onDone }: { onDone: () => void }): ReactNode {
  const [chosen, setChosen] = useState(NO_FILE);
  const { file, reading } = chosen;
  const [share, setShare] = useState<number>();
  const sent = useChange(
    async () => {
      const { base64 } = await contentOf(file!);
      setShare(0);
      const body = { file: base64, fileFormat: await formatOf(file!), ...askedReading(reading) };
      await transferring(setShare).screening.createJob({ body });
    },
    [['files']],
    onDone,
  );
  const refusal = refusalOf(file);
  return (
    <Form
      sending={withoutQuestion(sent)}
      save={t('files.screen')}
      isReady={file !== undefined && refusal === undefined}
      onCancel={onDone}
    >
      <FileToRead
        label={t('files.file')}
        accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,text/csv,text/plain"
        fields={FIELDS}
        chosen={chosen}
        onChange={setChosen}
        onChoose={() => sent.reset()}
        refusal={refusal}
        error={sent.error}
      />
      {sent.isPending && <Progress label={t('files.sending')} share={share} />}
    </Form>
  );
}
