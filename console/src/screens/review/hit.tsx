import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { later } from '../../parts/later.tsx';
import { mayChange, useMe } from '../../data/me.ts';
import { useWaitingRequests } from '../../queries/approvals.ts';
import { Badge } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Person } from '../../parts/person.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { isNotFound, One } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { entityOf, hitWith, subjectWith } from '../../queries/review.ts';
import type { Me } from '../../queries/session.ts';
import { COLON, numberText } from '../../texts/text.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t as detail } from '../../texts/screens/detail.ts';
import { t } from '../../texts/screens/hit.ts';
import { t as many } from '../../texts/screens/many.ts';
import { t as question } from '../../texts/screens/question.ts';
import { InCases } from '../search/attach.tsx';
import { FactTable } from './both-sides.tsx';
import type { DecideHit as Bar } from './decide-hit.tsx';
import { toneOf, verdictText } from './decision.ts';
import { DecisionsMade } from './decisions-made.tsx';
import { Explanation } from './explanation.tsx';
import { useIsRead } from './is-read.ts';
import { OtherHits, Screenings } from './pair-history.tsx';
import { RefusedRequests, WaitingRequest } from './requests.ts';
import { Source } from './source.tsx';
import './hit.css';

// The first view has no room for it.
const DecideHit = later(async () => (await import('./decide-hit.tsx')).DecideHit);

type HitData = Operations['getHit']['data'];

/** A hit: the facts of the customer and of the list, the reasons for the score, and the decisions. */
export function HitScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: me } = useMe();
  const hit = useQuery(hitWith(id));
  return <One query={hit}>{(data) => me && <Loaded key={data.id} hit={data} me={me} />}</One>;
}

function Loaded({ hit, me }: { hit: HitData; me: Me }): ReactNode {
  const [window, open] = useState<ComponentProps<typeof Bar>['window']>();
  const { data: subject, isPending } = useQuery(subjectWith(hit.subjectId));
  return (
    <article className="hit stack">
      <div className="head">
        <h1>
          {t('hit.title')}
          {COLON}{' '}
          {isPending ? (
            <span className="skeleton" />
          ) : (
            <Foreign text={subject?.name ?? hit.subjectId} />
          )}{' '}
          <Badge tone={toneOf(hit.status)}>{verdictText(hit.status)}</Badge>
        </h1>
        <PrintButton />
      </div>
      <p className="small line">
        {t('queue.subject')}{' '}
        <Link to="/subjects/$id" params={{ id: hit.subjectId }}>
          <Foreign text={hit.subjectId} />
        </Link>{' '}
        · {t('queue.score')} {hit.score === null ? '–' : numberText(hit.score)} · {t('hit.found')}{' '}
        <Time at={hit.createdAt} /> · {many('many.assignee')}:{' '}
        {hit.assignee ? <Person id={hit.assignee} /> : many('many.noOne')}
      </p>
      {/* Everything appears together, so that nothing moves. */}
      {useIsRead(hit, me) ? (
        <Suspense fallback={<span className="skeleton" />}>
          <Body hit={hit} me={me} onApprove={() => open('false_positive')} />
        </Suspense>
      ) : (
        <span className="skeleton" />
      )}
      {mayChange(me, 'fraud:screen') && <DecideHit hit={hit} me={me} window={window} open={open} />}
    </article>
  );
}

function Body({ hit, me, onApprove }: { hit: HitData; me: Me; onApprove: () => void }): ReactNode {
  const entity = useQuery(entityOf(hit));
  const { data: requests } = useWaitingRequests();
  const { match } = hit;
  return (
    <div className="hit-columns">
      <div className="stack">
        <div className="panel table-frame">
          <FactTable hit={hit} entity={entity.data} />
        </div>
        {match && <Explanation explanation={match.explanation} />}
      </div>
      <div className="stack">
        {requests?.byHit[hit.id] && (
          <section aria-label={question('request.title')}>
            <WaitingRequest hit={hit} me={me} onApprove={onApprove} />
          </section>
        )}
        <section className="panel stack-close" aria-labelledby="listed">
          <h2 id="listed">{t('hit.listed')}</h2>
          {isNotFound(entity.error) && <p className="quiet">{t('entry.gone')}</p>}
          <Source hit={hit} entity={entity.data} />
        </section>
        <section className="panel stack-close" aria-label={detail('detail.others')}>
          <OtherHits hit={hit} />
          <Screenings subjectId={hit.subjectId} />
        </section>
        <InCases itemId={hit.id} subjectId={hit.subjectId} />
        <section className="panel stack-close" aria-labelledby="history">
          <h2 id="history">{decisionsText('hit.decisions')}</h2>
          <DecisionsMade decisions={hit.decisions} />
          <Suspense>
            <RefusedRequests hitId={hit.id} />
          </Suspense>
        </section>
        <p className="small quiet code">
          {hit.id} · {hit.listId} · {hit.entryId}
        </p>
      </div>
    </div>
  );
}
