import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { askedRows } from '../../parts/asked.tsx';
import { Badge, toneOfOutcome } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { Problem, One } from '../../parts/problem.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Time } from '../../parts/time.tsx';
import { screeningWith } from '../../queries/search.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';
import { InCases } from './attach.tsx';
import { Matches } from './matches.tsx';

type Question = Operations['screenName']['input']['body'];
type Kind = NonNullable<Question['kinds']>[number];

/** A stored screening. */
export function ScreeningScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const screening = useQuery(screeningWith(id));
  return <One query={screening}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Operations['getScreening']['data'] }): ReactNode {
  const goOn = useGoOn();
  const mayTitle = useMayChange('fraud:screen');
  // The console cannot repeat a screening with identifiers: only their last four characters are stored.
  const { identifiers = [] } = data.query;
  // A null field was not entered. The current lists make this another screening.
  const again = useChange(
    () => {
      const {
        dob,
        country,
        kinds,
        type,
        gender,
        identifiers: _,
        profile: __,
        ...query
      } = data.query;
      const body = {
        ...query,
        kinds: kinds as Kind[],
        ...(type && { type: type as NonNullable<Question['type']> }),
        ...(gender && { gender: gender as NonNullable<Question['gender']> }),
        ...(dob !== null && { dob }),
        ...(country !== null && { country }),
        ...(data.subjectId !== null && { subjectId: data.subjectId }),
      };
      return api.screening.screenName({ body });
    },
    [['screenings']],
    ({ screeningId: id }) => void goOn({ to: '/search/$id', params: { id } }),
  );
  return (
    <article className="stack">
      <div className="head">
        <h1>
          {t('search.outcome')}{' '}
          <Badge tone={toneOfOutcome(data.outcome)}>{wordsOf(data.outcome)}</Badge>
        </h1>
        <div className="toolbar">
          {mayTitle && identifiers.length === 0 && (
            <PlainButton isDisabled={again.isPending} onPress={() => again.mutate()}>
              {t('search.again')}
            </PlainButton>
          )}
          <PrintButton />
        </div>
      </div>
      {mayTitle && <Title key={data.title} id={data.screeningId} title={data.title} />}
      <div className="panel">
        <Facts
          rows={[
            [t('search.column'), data.title && <Foreign key="title" text={data.title} />],
            [t('hit.name'), <Foreign key="name" text={data.query.name} />],
            [t('hit.dob'), data.query.dob],
            [t('hit.country'), data.query.country],
            ...askedRows(data.query),
            [t('search.threshold'), numberText(data.query.threshold)],
            [t('audit.at'), <Time key="at" at={data.screenedAt} />],
          ]}
        />
      </div>
      {again.isError && <Problem error={again.error} />}
      <InCases itemId={data.screeningId} subjectId={data.subjectId} />
      <Matches hits={data.hits} />
      <p className="small quiet code">
        {data.screeningId} · {data.listVersion}
      </p>
    </article>
  );
}

/** The form for the title of a search. A title can contain personal data, so no address contains it. */
function Title({ id, title }: { id: string; title: string | null }): ReactNode {
  const [text, setText] = useState(title ?? '');
  const trimmed = text.trim();
  const saved = useChange(
    () => api.screening.title({ id, body: { title: trimmed === '' ? null : trimmed } }),
    [['screening', { id }], ['screenings'], ['case']],
  );
  return (
    <InlineForm sending={saved} save={t('search.saveTitle')} isReady={trimmed !== (title ?? '')}>
      <Field label={t('search.titleOfSearch')} value={text} onChange={setText} />
    </InlineForm>
  );
}
