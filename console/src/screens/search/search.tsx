import { Link, useSearch } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { t } from '../../texts/screens/search.ts';
import { InCases } from './attach.tsx';
import { OUTCOME, SCREENED_AT, type Screening } from './columns.tsx';
import { NOTHING, questionOf, type Known } from './known.ts';
import { Matches } from './matches.tsx';
import { More } from './more.tsx';
import { toneOfOutcome } from './outcome.ts';

/** Own blocklists are searched always. */
const KINDS = ['sanctions', 'pep', 'adverse_media'] as const;
type Kind = (typeof KINDS)[number];

const COLUMNS: Column<Screening>[] = [
  SCREENED_AT,
  {
    id: 'title',
    title: t('search.column'),
    cell: ({ title }) => (title === null ? '–' : <Foreign text={title} />),
  },
  {
    id: 'subject',
    title: t('queue.subject'),
    cell: ({ subjectId }) => (subjectId === null ? '–' : <Foreign text={subjectId} />),
  },
  OUTCOME,
];

/** Screens any name, once; below it, earlier screenings. */
export function Search(): ReactNode {
  const { data: me } = useMe();
  const earlier = useList<Screening>(
    ['screenings'],
    ({ screeningId }) => screeningId,
    (place, signal) => api.screening.list({ limit: 50, ...place }, { signal }),
  );
  return (
    <div className="stack">
      <h1>{t('search.title')}</h1>
      {me && mayChange(me, 'fraud:screen') && <Ask />}
      <h2>{t('search.history')}</h2>
      <Table
        label={t('search.history')}
        columns={COLUMNS}
        list={earlier}
        empty={t('search.noHistory')}
      />
    </div>
  );
}

/** A name is in the body of a request, and in no address. */
function Ask(): ReactNode {
  const client = useQueryClient();
  const { case: caseId } = useSearch({ strict: false }) as { case?: string };
  const [name, setName] = useState('');
  const [known, setKnown] = useState(NOTHING);
  const change = (part: Partial<Known>): void => setKnown((before) => ({ ...before, ...part }));
  const [kinds, setKinds] = useState<readonly Kind[]>(KINDS);
  const [threshold, setThreshold] = useState('');
  const asked = useMutation({
    mutationFn: () =>
      api.screening.screenName({
        body: {
          name,
          ...questionOf(known),
          ...(kinds.length < KINDS.length && { kinds: [...kinds, 'tenant_blocklist'] }),
          ...(threshold !== '' && { threshold: Number(threshold) }),
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['screenings'] }),
  });
  return (
    <>
      <form
        className="stack-close"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          asked.mutate();
        }}
      >
        <div className="toolbar">
          <Field label={t('search.name')} value={name} onChange={setName} isRequired autoFocus />
          <Field
            label={t('search.dob')}
            value={known.dob}
            onChange={(dob) => change({ dob })}
            placeholder="1980-02-29"
          />
          <Field
            label={t('search.country')}
            value={known.country}
            onChange={(country) => change({ country })}
            placeholder="NG"
          />
          <Field
            label={t('search.threshold')}
            type="number"
            value={threshold}
            onChange={setThreshold}
            placeholder="85"
          />
          <Checks
            label={t('search.kinds')}
            options={KINDS}
            value={kinds}
            onChange={setKinds}
            textOf={(kind) => t(`search.${kind}`)}
          />
        </div>
        <More known={known} onChange={change} />
        <div className="toolbar">
          <PlainButton type="submit" look="primary" isDisabled={asked.isPending}>
            {t('search.go')}
          </PlainButton>
        </div>
      </form>
      <p className="small quiet">{t('search.hint')}</p>
      {asked.isError && <Problem error={asked.error} />}
      {asked.data && (
        <section className="stack-close" aria-live="polite" aria-label={t('search.outcome')}>
          <p>
            <Badge tone={toneOfOutcome(asked.data.outcome)}>{asked.data.outcome}</Badge>{' '}
            <Link to="/search/$id" params={{ id: asked.data.screeningId }}>
              {asked.data.screeningId}
            </Link>
          </p>
          <InCases itemId={asked.data.screeningId} subjectId={null} caseId={caseId} />
          <Matches hits={asked.data.hits} />
        </section>
      )}
    </>
  );
}
