import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, t } from '../../texts/text.ts';
import { Matches } from './matches.tsx';
import { toneOfOutcome } from './outcome.ts';

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
  return (
    <article className="stack">
      <div className="head">
        <h1>
          {t('search.outcome')} <Badge tone={toneOfOutcome(data.outcome)}>{data.outcome}</Badge>
        </h1>
        <PrintButton />
      </div>
      <div className="panel">
        <Facts
          rows={[
            [t('hit.name'), <Foreign key="name" text={data.query.name} />],
            [t('hit.dob'), data.query.dob],
            [t('hit.country'), data.query.country],
            [t('search.threshold'), numberText(data.query.threshold)],
            [t('audit.at'), <Time key="at" at={data.screenedAt} />],
          ]}
        />
      </div>
      <Matches hits={data.hits} />
      <p className="small quiet code">
        {data.screeningId} · {data.listVersion}
      </p>
    </article>
  );
}
