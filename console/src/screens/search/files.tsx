import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { ReadAsText } from '../../parts/file-reading.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/files.ts';
import { NewFile } from './new-file.tsx';

type Job = Operations['listScreeningJobs']['data']['items'][number];

const STALE = [['files']];

function isUnderWay({ state }: Job): boolean {
  return state === 'PENDING' || state === 'PROCESSING';
}

function toneOf({ state }: Job): Tone {
  if (state === 'COMPLETED') return 'good';
  return state === 'FAILED' ? 'bad' : 'warn';
}

const COLUMNS: Column<Job>[] = [
  { id: 'at', title: t('files.at'), cell: ({ createdAt }) => <Time at={createdAt} /> },
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
        <Badge tone={toneOf(row)}>{row.state.toLowerCase()}</Badge> {row.error}
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
        .map(([outcome, count]) => `${numberText(count)} ${outcome}`)
        .join(', '),
  },
  {
    id: 'results',
    title: t('files.results'),
    cell: ({ exportId }) =>
      exportId === null ? '–' : <Link to="/exports">{t('files.toExports')}</Link>,
  },
];

/** Files of names that are screened in the background. */
export function Files(): ReactNode {
  const { data: me } = useMe();
  const [isSending, setSending] = useState(false);
  const [cancelled, setCancelled] = useState<Job>();
  const list = useList<Job>(
    ['files'],
    ({ id }) => id,
    (place, signal) => api.screening.listJobs({ limit: 100, ...place }, { signal }),
    (row) => (isUnderWay(row) ? 0 : undefined),
  );
  const maySend = me !== undefined && mayChange(me, 'fraud:screen');
  const columns = [...COLUMNS];
  if (maySend)
    columns.push({
      id: 'actions',
      title: t('app.actions'),
      cell: (row) =>
        isUnderWay(row) && (
          <PlainButton look="quiet" onPress={() => setCancelled(row)}>
            {t('files.cancel')}
          </PlainButton>
        ),
    });
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('files.title')}</h1>
        {maySend && (
          <PlainButton look="primary" onPress={() => setSending(true)}>
            {t('files.new')}
          </PlainButton>
        )}
      </div>
      <Table label={t('files.title')} columns={columns} list={list} empty={t('files.empty')} />
      {cancelled && (
        <Confirm
          title={t('files.cancel')}
          text={t('files.cancelWhy')}
          run={() => api.screening.cancelJob({ id: cancelled.id })}
          stale={STALE}
          onClose={() => setCancelled(undefined)}
        />
      )}
      <Window title={t('files.new')} isOpen={isSending} onClose={() => setSending(false)}>
        <NewFile stale={STALE} onDone={() => setSending(false)} />
      </Window>
    </div>
  );
}
