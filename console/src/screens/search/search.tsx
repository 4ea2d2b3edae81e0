import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { later } from '../../parts/later.tsx';
import { mayChange, useMe } from '../../data/me.ts';
import { Badge, toneOfOutcome } from '../../parts/badge.tsx';
import { textCell } from '../../parts/cells.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { screeningsWith } from '../../queries/search.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';
import { OUTCOME, SCREENED_AT, type Screening } from './columns.tsx';
import { NOTHING, questionOf, type Known } from './known.ts';
import { More } from './more.tsx';

const InCases = later(async () => (await import('./attach.tsx')).InCases);
const Matches = later(async () => (await import('./matches.tsx')).Matches);

/** The kinds of global lists; a search always includes the organization's own blocklists. */
const KINDS = ['sanctions', 'pep', 'adverse_media'] as const;
type Kind = (typeof KINDS)[number];

const COLUMNS: Column<Screening>[] = [
  SCREENED_AT,
  {
    id: 'title',
    title: t('search.column'),
    cell: ({ title }) => textCell(title),
  },
  {
    id: 'subject',
    title: t('queue.subject'),
    cell: ({ subjectId }) => textCell(subjectId),
  },
  OUTCOME,
];

/** The form that screens a name, and earlier screenings. */
export function Search(): ReactNode {
  const { data: me } = useMe();
  return (
    <div className="stack">
      <h1>{t('search.title')}</h1>
      {me && mayChange(me, 'fraud:screen') && <Ask />}
      <h2>{t('search.history')}</h2>
      <Table
        label={t('search.history')}
        columns={COLUMNS}
        list={useList(screeningsWith({}))}
        empty={t('search.noHistory')}
      />
    </div>
  );
}

/** The form sends a name in the body of a request, and in no address. */
function Ask(): ReactNode {
  const { case: caseId } = useSearch({ strict: false }) as { case?: string };
  const [name, setName] = useState('');
  const [known, setKnown] = useState(NOTHING);
  const change = (part: Partial<Known>): void => setKnown((before) => ({ ...before, ...part }));
  const [kinds, setKinds] = useState<readonly Kind[]>(KINDS);
  const [threshold, setThreshold] = useState('');
  const asked = useChange(
    () =>
      api.screening.screenName({
        body: {
          name,
          ...questionOf(known),
          ...(kinds.length < KINDS.length && { kinds: [...kinds, 'tenant_blocklist'] }),
          ...(threshold !== '' && { threshold: Number(threshold) }),
        },
      }),
    [['screenings']],
  );
  return (
    <>
      <InlineForm sending={asked} save={t('search.go')} isPrimary lines>
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
      </InlineForm>
      <p className="small quiet">{t('search.hint')}</p>
      {asked.data && (
        <section className="stack-close" aria-live="polite" aria-label={t('search.outcome')}>
          <p>
            <Badge tone={toneOfOutcome(asked.data.outcome)}>{wordsOf(asked.data.outcome)}</Badge>{' '}
            <Link to="/search/$id" params={{ id: asked.data.screeningId }}>
              {asked.data.screeningId}
            </Link>
          </p>
          <Suspense>
            <InCases itemId={asked.data.screeningId} subjectId={null} caseId={caseId} />
            <Matches hits={asked.data.hits} />
          </Suspense>
        </section>
      )}
    </>
  );
}
