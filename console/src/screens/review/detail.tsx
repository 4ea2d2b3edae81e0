import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { mayChange } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Person } from '../../parts/person.tsx';
import { entityOf, hitWith, type Hit } from '../../queries/review.ts';
import type { Me } from '../../queries/session.ts';
import { numberText } from '../../texts/text.ts';
import { t as hitText } from '../../texts/screens/hit.ts';
import { t } from '../../texts/screens/detail.ts';
import { t as manyText } from '../../texts/screens/many.ts';
import { FactTable } from './both-sides.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { toneOf, verdictText, type Verdict } from './decision.ts';
import { DecisionsMade } from './decisions-made.tsx';
import { useIsRead } from './is-read.ts';
import { OtherHits, Screenings } from './pair-history.tsx';
import { OpenStatus } from './open-status.tsx';
import { WaitingRequest } from './requests.ts';
import './action-bar.css';
import './detail.css';
import { Source } from './source.tsx';

const WIDE = matchMedia('(min-width: 80rem)');
const NARROW = matchMedia('(max-width: 48rem)');

/** Returns true while the window has this width. */
function useWidth(width: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      width.addEventListener('change', listener);
      return () => width.removeEventListener('change', listener);
    },
    () => width.matches,
  );
}

/** Keys that move through the rows quickly read no hit that a person does not look at. */
const REST_MS = 150;

/** Returns the hit that has been selected for a moment. */
function useRested(hit: Hit): Hit | undefined {
  const [rested, setRested] = useState<Hit>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(hit), REST_MS);
    return () => clearTimeout(timer);
  }, [hit]);
  return rested?.id === hit.id ? hit : undefined;
}

type Props = {
  hit: Hit;
  me: Me;
  ask: (hit: Hit, verdict: Verdict) => void;
  /** Undefined if the person may not change cases. */
  toCase: ((hit: Hit) => void) | undefined;
  assign: (hits: readonly Hit[]) => void;
};

/** The hit of the selected row: all of it in a wide window, on a phone the buttons that decide it. */
export function Detail(props: Props): ReactNode {
  const [isWide, isNarrow] = [useWidth(WIDE), useWidth(NARROW)];
  const hit = useRested(props.hit);
  if (!hit) return null;
  if (isWide) return <Shown key={hit.id} {...props} hit={hit} />;
  if (!isNarrow) return null;
  return (
    <section className="panel action-bar detail-touch" aria-label={t('detail.title')}>
      <p className="line">
        <Foreign text={hit.subject?.name ?? hit.subjectId} />{' '}
        {hit.status === 'open' && <OpenStatus id={hit.id} />}
      </p>
      <Buttons {...props} hit={hit} />
    </section>
  );
}

/** The buttons that decide an open hit. */
function Buttons({ hit, me, ask, toCase, assign }: Props): ReactNode {
  if (!mayChange(me, 'fraud:screen') || hit.status !== 'open') return null;
  return (
    <div className="toolbar detail-bar">
      <PlainButton onPress={() => ask(hit, 'true_match')}>
        {hitText('hit.trueMatch')} <kbd>1</kbd>
      </PlainButton>
      <PlainButton onPress={() => ask(hit, 'false_positive')}>
        {hitText('hit.falsePositive')} <kbd>2</kbd>
      </PlainButton>
      {toCase && (
        <PlainButton look="quiet" onPress={() => toCase(hit)}>
          {t('detail.toCase')} <kbd>3</kbd>
        </PlainButton>
      )}
      <PlainButton look="quiet" onPress={() => assign([hit])}>
        {manyText('many.assign')} <kbd>a</kbd>
      </PlainButton>
    </div>
  );
}

/** Facts of both sides, source and history of a hit, and the buttons that decide it. */
function Shown(props: Props): ReactNode {
  const { hit, me, ask } = props;
  const { data: entity } = useQuery(entityOf(hit));
  const { data: whole } = useQuery(hitWith(hit.id));
  return (
    <section className="panel detail" aria-label={t('detail.title')}>
      <div className="detail-text stack-close">
        <h2>
          <Foreign text={hit.subject?.name ?? hit.subjectId} />{' '}
          <Badge tone={toneOf(hit.status)}>{verdictText(hit.status)}</Badge>
        </h2>
        <p className="small">
          {t('queue.subject')}{' '}
          <Link to="/subjects/$id" params={{ id: hit.subjectId }}>
            <Foreign text={hit.subjectId} />
          </Link>{' '}
          · {t('queue.score')} {hit.score === null ? '–' : numberText(hit.score)} ·{' '}
          <Link to="/review/$id" params={{ id: hit.id }}>
            {t('detail.open')}
          </Link>
        </p>
        <p className="small line">
          {manyText('many.assignee')}:{' '}
          {hit.assignee ? <Person id={hit.assignee} /> : manyText('many.noOne')}
        </p>
        {/* Everything appears together, so that nothing moves. */}
        {useIsRead(hit, me) ? (
          <Suspense fallback={<span className="skeleton" />}>
            <ClaimNotice hitId={hit.id} me={me} />
            <WaitingRequest hit={hit} me={me} onApprove={() => ask(hit, 'false_positive')} />
            <FactTable hit={hit} entity={entity} />
            <Source hit={hit} entity={entity} />
            <OtherHits hit={hit} />
            <h3>{t('detail.decisions')}</h3>
            {whole && <DecisionsMade decisions={whole.decisions} />}
            <Screenings subjectId={hit.subjectId} />
          </Suspense>
        ) : (
          <span className="skeleton" />
        )}
      </div>
      <Buttons {...props} />
    </section>
  );
}
