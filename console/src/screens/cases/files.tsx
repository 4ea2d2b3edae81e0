import { useRef, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { rowsOf } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { type Case } from './words.ts';

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
  { id: 'at', title: t('audit.at'), cell: ({ addedAt }) => <Time at={addedAt} /> },
];

/** The reason for which a file is not sent at all. */
function refusalOf({ size }: Blob): string | undefined {
  if (size === 0) return t('cases.emptyFile');
  if (size <= MAX_BYTES) return undefined;
  // Rounded up: what is a little too large does not have 10 MiB.
  return t('cases.tooLarge', { size: numberText(Math.ceil((size / MIB) * 10) / 10) });
}

// A case is shown without it.
function loadTransfer() {
  return import('../../data/transfer.ts');
}

/** The files of a case, what fetches and removes them, and a form for another one. */
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
          id={file.id}
          actions={actions}
          textOf={(what) => t(`cases.${what}`)}
          onPress={(what) => (what === 'download' ? fetched.mutate(file) : setRemoving(file))}
        />
      ),
  };
  return (
    <section className="stack-close">
      <h2>{t('cases.files')}</h2>
      <Table
        label={t('cases.files')}
        columns={[...COLUMNS, column]}
        list={rowsOf(data.files, (file) => file.id)}
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
          stale={[['case', id]]}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

function Progress({ label, share }: { label: string; share: number | undefined }): ReactNode {
  return (
    <label className="toolbar small">
      {label} <progress value={share} max={1} />
    </label>
  );
}

/** A file that somebody has chosen, on its way; what is too large is refused before anything is sent. */
function NewFile({ id }: { id: string }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const added = useChange(
    async (chosen: File) => {
      sending.current = new AbortController();
      const { signal } = sending.current;
      const { contentOf, transferring } = await loadTransfer();
      const content = await contentOf(chosen);
      setShare(0);
      const body = { name: chosen.name, ...content };
      await transferring(setShare).cases.attachFile({ id, body }, { signal });
    },
    [['case', id]],
    () => {
      setFile(undefined);
      if (input.current) input.current.value = '';
    },
  );
  const refusal = file && refusalOf(file);
  const isCancelled = sending.current?.signal.aborted ?? false;
  return (
    <form
      className="stack-close no-print"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) added.mutate(file);
      }}
    >
      <div className="toolbar">
        <label className="field">
          <span className="field-label">{t('cases.file')}</span>
          <input
            ref={input}
            type="file"
            className="input"
            onChange={({ target }) => {
              added.reset();
              setFile(target.files?.[0]);
            }}
          />
        </label>
        <PlainButton type="submit" isDisabled={!file || refusal !== undefined || added.isPending}>
          {t('cases.addFile')}
        </PlainButton>
        {added.isPending && (
          <PlainButton onPress={() => sending.current?.abort()}>{t('app.cancel')}</PlainButton>
        )}
      </div>
      {refusal && (
        <p className="notice bad" role="alert">
          {refusal}
        </p>
      )}
      {added.isPending && <Progress label={t('cases.sending')} share={share} />}
      {added.isError && !isCancelled && <Problem error={added.error} />}
    </form>
  );
}
