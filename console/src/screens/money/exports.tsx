import { lazy, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { EXPORTS, isUnfinished } from '../../queries/money.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { dataTypeText, t } from '../../texts/screens/money.ts';

const NewExport = lazy(async () => ({ default: (await import('./new-export.tsx')).NewExport }));

type Export = Operations['listExports']['data']['items'][number];

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
        <Badge tone={toneOf(row)}>{wordsOf(row.status)}</Badge> {row.error}
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
          form: (onClose) => <NewExport onDone={onClose} onCancel={onClose} />,
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
