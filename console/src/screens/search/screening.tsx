import { useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { askedRows } from '../../parts/asked.tsx';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';
import { InCases } from './attach.tsx';
import { Matches } from './matches.tsx';
import { toneOfOutcome } from './outcome.ts';

type Question = Operations['screenName']['input']['body'];
type Kind = NonNullable<Question['kinds']>[number];

/** One screening as it was stored, for the screen and for paper. */
export function ScreeningScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const screening = useQuery({
    queryKey: ['screening', id],
    queryFn: ({ signal }) => api.screening.get({ id }, { signal }),
  });
  return <One query={screening}>{(data) => <Loaded data={data} />}</One>;
}

function Loaded({ data }: { data: Operations['getScreening']['data'] }): ReactNode {
  const { data: me } = useMe();
  const navigate = useNavigate();
  // Identifiers cannot be asked for again: of each the last four characters are kept.
  const { identifiers = [] } = data.query;
  // Fields that are null were not given; lists have changed since, so it is another screening.
  const again = useChange(
    () => {
      const { dob, country, kinds, type, gender, identifiers: _, ...query } = data.query;
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
    ({ screeningId: id }) => void navigate({ to: '/search/$id', params: { id } }),
  );
  return (
    <article className="stack">
      <div className="head">
        <h1>
          {t('search.outcome')} <Badge tone={toneOfOutcome(data.outcome)}>{data.outcome}</Badge>
        </h1>
        {me && mayChange(me, 'fraud:screen') && identifiers.length === 0 && (
          <PlainButton isDisabled={again.isPending} onPress={() => again.mutate()}>
            {t('search.again')}
          </PlainButton>
        )}
        <PrintButton />
      </div>
      <div className="panel">
        <Facts
          rows={[
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
      <InCases screeningId={data.screeningId} subjectId={data.subjectId} />
      <Matches hits={data.hits} />
      <p className="small quiet code">
        {data.screeningId} · {data.listVersion}
      </p>
    </article>
  );
}
