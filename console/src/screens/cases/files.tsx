import { useRef, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { rowsOf } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { FileField, FileRefusal, Progress } from '../../parts/file-field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Problem } from '../../parts/problem.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import type { Column } from '../../parts/table.tsx';
import type { Case } from '../../queries/case.ts';
import { idOf } from '../../queries/define.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';

type Kept = Case['files'][number];
type What = 'download' | 'removeFile';

const MIB = 2 ** 20;
const MAX_BYTES = 10 * MIB;

const COLUMNS: Column<Kept>[] = [
  {
    id: 'name',
    title: t('cases.files'),
    cell: ({ name }) => (name === null ? t('cases.erased') : <Foreign text={name} />),
  },
  { id: 'size', title: t('cases.size'), isNumber: true, cell: ({ size }) => numberText(size) },
  { id: 'at', title: t('audit.at'), cell: ({ addedAt }) => timeCell(addedAt) },
];

/** Returns the reason why a file is not sent. */
function refusalOf({ size }: Blob): string | undefined {
  if (size === 0) return t('cases.emptyFile');
  if (size <= MAX_BYTES) return undefined;
  // Rounded up, so that no rejected file has 10 MiB.
  return t('cases.tooLarge', { size: numberText(Math.ceil((size / MIB) * 10) / 10) });
}

/** Loads the code of transfers, which the first view of a case does not need. */
function loadTransfer() {
  return import('../../data/transfer.ts');
}

/** The files of a case, and a form for another one. */
export function Files({ data, mayEdit }: { data: Case; mayEdit: boolean }): ReactNode {
  const { id } = data;
  const [removing, setRemoving] = useState<Kept>();
  const [share, setShare] = useState<number>();
  const fetched = useChange(async ({ id: fileId, name }: Kept) => {
    setShare(0);
    const { save, transferring } = await loadTransfer();
    const file = await transferring(setShare).cases.getFile({ id, fileId });
    save(file.name ?? name ?? fileId, file.base64);
  }, []);
  const actions: What[] = mayEdit ? ['download', 'removeFile'] : ['download'];
  const column: Column<Kept> = {
    id: 'actions',
    title: t('app.actions'),
    cell: (file) =>
      file.name !== null && (
        <RowActions
          name={file.id}
          actions={actions}
          textOf={(what) => t(`cases.${what}`)}
          onPress={(what) => (what === 'download' ? fetched.mutate(file) : setRemoving(file))}
        />
      ),
  };
  return (
    <>
      <ListSection
        title={t('cases.files')}
        columns={[...COLUMNS, column]}
        list={rowsOf(data.files, idOf)}
        empty={t('cases.noFiles')}
      />
      {fetched.isPending && <Progress label={t('cases.fetching')} share={share} />}
      {fetched.isError && <Problem error={fetched.error} />}
      {mayEdit && <NewFile id={id} />}
      {removing && (
        <Confirm
          title={t('cases.removeFile')}
          text={t('cases.removeFileText')}
          run={() => api.cases.removeFile({ id, fileId: removing.id })}
          stale={[['case', { id }]]}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

/** The form for a file. It rejects a file that is too large before anything is sent. */
function NewFile({ id }: { id: string }): ReactNode {
  const [file, setFile] = useState<File>();
  /** Grows with each sent file, so that the field is empty again. */
  const [sentFiles, setSentFiles] = useState(0);
  const [share, setShare] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const added = useChange(
    async () => {
      sending.current = new AbortController();
      const { signal } = sending.current;
      const { contentOf, transferring } = await loadTransfer();
      const content = await contentOf(file!);
      setShare(0);
      const body = { name: file!.name, ...content };
      await transferring(setShare).cases.attachFile({ id, body }, { signal });
    },
    [['case', { id }]],
    () => {
      setFile(undefined);
      setSentFiles((count) => count + 1);
    },
  );
  const refusal = file && refusalOf(file);
  const isCancelled = sending.current?.signal.aborted ?? false;
  return (
    <div className="stack-close no-print">
      <InlineForm
        sending={{ ...added, isError: added.isError && !isCancelled }}
        save={t('cases.addFile')}
        isReady={file !== undefined && refusal === undefined}
        besides={
          added.isPending && (
            <PlainButton onPress={() => sending.current?.abort()}>{t('app.cancel')}</PlainButton>
          )
        }
      >
        <FileField
          key={sentFiles}
          label={t('cases.file')}
          onChoose={(chosen) => {
            added.reset();
            setFile(chosen);
          }}
        />
      </InlineForm>
      <FileRefusal text={refusal} />
      {added.isPending && <Progress label={t('cases.sending')} share={share} />}
    </div>
  );
}
