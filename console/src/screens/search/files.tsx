import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ReadAsText } from '../../parts/file-reading.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { FILES, isUnfinished } from '../../queries/search.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/files.ts';
import { NewFile } from './new-file.tsx';

type Job = Operations['listScreeningJobs']['data']['items'][number];

function toneOf({ state }: Job): Tone {
  if (state === 'COMPLETED') return 'good';
  return state === 'FAILED' ? 'bad' : 'warn';
}

const COLUMNS: Column<Job>[] = [
  { id: 'at', title: t('files.at'), cell: ({ createdAt }) => timeCell(createdAt) },
  { id: 'format', title: t('files.format'), cell: ({ fileFormat }) => fileFormat },
  {
    id: 'readAs',
    title: t('files.readAs'),
    cell: ({ readAs }) => (readAs === null ? '–' : <ReadAsText readAs={readAs} />),
  },
  {
    id: 'status',
    title: t('queue.status'),
    cell: (row) => (
      <>
        <Badge tone={toneOf(row)}>{wordsOf(row.state)}</Badge> {row.error}
      </>
    ),
  },
  {
    id: 'rows',
    title: t('files.rows'),
    cell: ({ rows: { read, failed, incomplete } }) =>
      t('files.rowsDone', { read, failed, incomplete }),
  },
  {
    id: 'outcomes',
    title: t('files.outcomes'),
    cell: ({ outcomes }) =>
      Object.entries(outcomes)
        .map(([outcome, count]) => `${numberText(count)} ${wordsOf(outcome)}`)
        .join(', '),
  },
  {
    id: 'results',
    title: t('files.results'),
    cell: ({ exportId }) =>
      exportId === null ? '–' : <Link to="/exports">{t('files.toExports')}</Link>,
  },
];

/** The files of names, which the worker screens. */
export function Files(): ReactNode {
  const maySend = useMayChange('fraud:screen');
  return (
    <ListScreen<Job, 'cancel'>
      title={t('files.title')}
      columns={COLUMNS}
      list={useList(FILES)}
      empty={t('files.empty')}
      create={maySend && { text: t('files.new'), form: (onClose) => <NewFile onDone={onClose} /> }}
      actions={
        maySend && {
          of: (row) => (isUnfinished(row) ? ['cancel'] : []),
          textOf: () => t('files.cancel'),
          open: (_, { id }, onClose) => (
            <Confirm
              title={t('files.cancel')}
              text={t('files.cancelWhy')}
              run={() => api.screening.cancelJob({ id })}
              stale={[['files']]}
              onClose={onClose}
            />
          ),
        }
      }
    />
  );
}
