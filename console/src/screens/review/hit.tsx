import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { hitWith, subjectWith } from '../../queries/review.ts';
import { askedRows } from '../../parts/asked.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { isNotFound, Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/hit.ts';
import { InCases } from '../search/attach.tsx';
import { Beside } from './beside.tsx';
import { Explanation } from './explanation.tsx';
import { DecisionsMade } from './decisions-made.tsx';
import { Listed } from './listed.tsx';
import { DecideHit } from './decide-hit.tsx';
import { RefusedRequests } from './requests.ts';
import { toneOf, verdictText } from './decision.ts';

type HitData = Operations['getHit']['data'];

/** A hit: the customer next to the listed entity, the reasons for the score, and the decisions. */
export function HitScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const hit = useQuery(hitWith(id));
  return <One query={hit}>{(data) => <Loaded key={data.id} hit={data} />}</One>;
}

function Loaded({ hit }: { hit: HitData }): ReactNode {
  const { data: me } = useMe();
  const { match } = hit;
  return (
    <article className="stack">
      <div className="head">
        <h1>
          {t('hit.title')} <Badge tone={toneOf(hit.status)}>{verdictText(hit.status)}</Badge>
        </h1>
        <PrintButton />
      </div>
      <div className="columns">
        <Customer subjectId={hit.subjectId} />
        <Listed hit={hit} />
      </div>
      <Beside hit={hit} />
      {match && <Explanation explanation={match.explanation} />}
      {me && mayChange(me, 'fraud:screen') && hit.status !== 'closed' && (
        <DecideHit hit={hit} me={me} />
      )}
      <InCases itemId={hit.id} subjectId={hit.subjectId} />
      <History hit={hit} />
      <p className="small quiet code">
        {hit.id} · {hit.listId} · {hit.entryId}
      </p>
    </article>
  );
}

function Customer({ subjectId }: { subjectId: string }): ReactNode {
  const subject = useQuery(subjectWith(subjectId));
  const isGone = isNotFound(subject.error);
  return (
    <section className="panel stack-close" aria-labelledby="customer">
      <h2 id="customer">{t('hit.customer')}</h2>
      {isGone && <p className="quiet">{t('hit.gone')}</p>}
      {subject.isError && !isGone && <Problem error={subject.error} />}
      {subject.data && (
        <Facts
          rows={[
            [t('hit.name'), <Foreign key="name" text={subject.data.name} />],
            [t('hit.dob'), subject.data.dob],
            [t('hit.country'), subject.data.country],
            ...askedRows(subject.data),
            [
              t('queue.subject'),
              <Link key="id" to="/subjects/$id" params={{ id: subjectId }}>
                <Foreign text={subjectId} />
              </Link>,
            ],
            [t('subject.enrolled'), <Time key="at" at={subject.data.createdAt} />],
          ]}
        />
      )}
    </section>
  );
}

function History({ hit }: { hit: HitData }): ReactNode {
  return (
    <section className="panel stack-close" aria-labelledby="history">
      <h2 id="history">{decisionsText('hit.decisions')}</h2>
      <DecisionsMade decisions={hit.decisions} />
      <Suspense>
        <RefusedRequests hitId={hit.id} />
      </Suspense>
    </section>
  );
}
