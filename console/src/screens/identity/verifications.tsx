import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t, wordsOf } from '../../texts/text.ts';
import { ByDay } from './by-day.tsx';
import { toneOf } from './outcome.ts';

type Verification = Operations['listIdentityVerifications']['data']['items'][number];
type Status = NonNullable<Operations['listIdentityVerifications']['input']['status']>;

const ALL = 'all';
const STATUSES: readonly Status[] = ['verified', 'failed', 'provider_down'];
const OPTIONS = ([ALL, ...STATUSES] as const).map((id) => {
  return { id, text: id === ALL ? t('webhooks.all') : wordsOf(id) };
});

const COLUMNS: Column<Verification>[] = [
  {
    id: 'at',
    title: t('verifications.at'),
    cell: ({ verificationId: id, verifiedAt }) => (
      <Link to="/verifications/$id" params={{ id }}>
        <Time at={verifiedAt} />
      </Link>
    ),
  },
  { id: 'kind', title: t('verifications.kind'), cell: ({ kind }) => kind },
  { id: 'country', title: t('verifications.country'), cell: ({ country }) => country },
  {
    id: 'customer',
    title: t('verifications.customer'),
    cell: ({ subjectId }) => (
      <Link to="/subjects/$id" params={{ id: subjectId }}>
        <Foreign text={subjectId} />
      </Link>
    ),
  },
  {
    id: 'status',
    title: t('verifications.status'),
    cell: ({ status, reason }) => (
      <>
        <Badge tone={toneOf(status)}>{wordsOf(status)}</Badge> {reason}
      </>
    ),
  },
  { id: 'provider', title: t('verifications.provider'), cell: ({ provider }) => provider ?? '–' },
];

/** The verifications of people, newest first. Providers are shown by their labels alone. */
export function Verifications(): ReactNode {
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const list = useList<Verification>(
    ['verifications', status],
    ({ verificationId }) => verificationId,
    (place, signal) =>
      api.identity.listVerifications(
        { limit: 100, ...(status !== ALL && { status }), ...place },
        { signal },
      ),
  );
  return (
    <div className="stack">
      <h1>{t('verifications.title')}</h1>
      <ByDay />
      <div className="toolbar">
        <Choice
          label={t('verifications.status')}
          options={OPTIONS}
          value={status}
          onChange={setStatus}
        />
      </div>
      <Table
        label={t('verifications.title')}
        columns={COLUMNS}
        list={list}
        empty={t('verifications.empty')}
      />
    </div>
  );
}
