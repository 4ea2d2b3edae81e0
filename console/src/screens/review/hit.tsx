import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe, type Me } from '../../data/me.ts';
import { askedRows } from '../../parts/asked.tsx';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { isNotFound, Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/review.ts';
import { InCases } from '../search/attach.tsx';
import { Beside } from './beside.tsx';
import { Explanation } from './explanation.tsx';
import { DecisionsMade } from './decisions-made.tsx';
import { Listed } from './listed.tsx';
import { toneOf, verdictText, type Verdict } from './decision.ts';
import { choose, sightOf, undo, useDecisions, type Waiting } from './pending.ts';
import { subjectOf } from './sides.ts';
import { WaitingDecisions } from './waiting.tsx';

type HitData = Operations['getHit']['data'];

/** A hit: the customer beside the listed entity, why they are alike, and what was decided. */
export function HitScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const hit = useQuery({
    queryKey: ['hit', id],
    queryFn: ({ signal }) => api.continuousScreening.getHit({ id }, { signal }),
  });
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
        <Decide hit={hit} me={me} />
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
  const subject = useQuery(subjectOf(subjectId));
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

/** Decides the hit: like a decision in the queue it can be taken back for ten seconds, also at another screen. */
function Decide({ hit, me }: { hit: HitData; me: Me }): ReactNode {
  const [reason, setReason] = useState('');
  const [isUndone, setUndone] = useState(false);
  /** The hit as it was when it was decided here. */
  const [decided, setDecided] = useState<string>();
  const { waiting, sent } = useDecisions();
  const isWaiting = waiting.some((one) => one.hit.id === hit.id);
  const isSent = decided !== undefined && sent.has(decided);
  const isDone = decided !== undefined && (isWaiting || isSent);
  // A person who changes a decision says why.
  const needsReason = hit.status !== 'open' || isSent;
  const onward = useRef<HTMLAnchorElement>(null);
  const section = useRef<HTMLElement>(null);
  // The buttons are disabled then and lose the focus. It is not taken from anything else.
  useEffect(() => {
    const { activeElement, body } = document;
    const isHere = activeElement === body || section.current!.contains(activeElement);
    if (isDone && isHere) onward.current!.focus();
  }, [isDone]);
  const decideOn = (verdict: Verdict): void => {
    choose(hit, verdict, reason.trim(), me);
    setDecided(sightOf(hit));
    setUndone(false);
    setReason('');
  };
  const takeBack = (one: Waiting): void => {
    undo(one);
    setUndone(true);
    if (one.hit.id !== hit.id) return;
    setDecided(undefined);
    setReason(one.reason);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const newest = waiting.at(-1);
    if (event.key !== 'u' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as HTMLElement).closest('input, textarea, select, [role=dialog]')) return;
    if (newest) takeBack(newest);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <section className="panel stack-close no-print" aria-labelledby="decide" ref={section}>
      <h2 id="decide">{t('hit.decide')}</h2>
      <Field
        label={t('hit.reason')}
        lines
        value={reason}
        onChange={setReason}
        note={needsReason ? t('hit.changing') : undefined}
      />
      <div className="toolbar">
        {(['true_match', 'false_positive'] as const).map((verdict) => (
          <PlainButton
            key={verdict}
            isDisabled={isWaiting || (needsReason && reason.trim() === '')}
            onPress={() => decideOn(verdict)}
          >
            {t(verdict === 'true_match' ? 'hit.trueMatch' : 'hit.falsePositive')}
          </PlainButton>
        ))}
      </div>
      <WaitingDecisions waiting={waiting} isUndone={isUndone} onUndo={takeBack} />
      <p role="status">
        {isSent && t('hit.decided')}{' '}
        {isDone && (
          <Link to="/review" ref={onward}>
            {t('hit.next')}
          </Link>
        )}
      </p>
    </section>
  );
}

function History({ hit }: { hit: HitData }): ReactNode {
  return (
    <section className="panel stack-close" aria-labelledby="history">
      <h2 id="history">{decisionsText('hit.decisions')}</h2>
      <DecisionsMade decisions={hit.decisions} />
    </section>
  );
}
