import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import type { Me } from '../../queries/session.ts';
import { t } from '../../texts/screens/review.ts';
import type { Verdict } from './decision.ts';
import { choose, sightOf, undo, useDecisions, type Waiting } from './pending.ts';
import { WaitingDecisions } from './waiting.tsx';

type HitData = Operations['getHit']['data'];

/** The decision on a hit: its reason, its state, and the functions that make and undo it. */
function useDecision(hit: HitData, me: Me) {
  const [reason, setReason] = useState('');
  const [isUndone, setUndone] = useState(false);
  /** The hit as the person saw it when they decided it here. */
  const [decided, setDecided] = useState<string>();
  const { waiting, sent } = useDecisions();
  const isWaiting = waiting.some((one) => one.hit.id === hit.id);
  const isSent = decided !== undefined && sent.has(decided);
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
  return {
    reason,
    setReason,
    waiting,
    isUndone,
    isSent,
    isDone: decided !== undefined && (isWaiting || isSent),
    // Until the page has read the decided hit again, another decision would be about its former revision, which the service rejects.
    mayDecide: !isWaiting && !sent.has(sightOf(hit)),
    // A person who changes a decision enters a reason.
    needsReason: hit.status !== 'open' || isSent,
    decideOn,
    takeBack,
  };
}

/** The form that decides a hit. As in the queue, the person can undo the decision for ten seconds, on any screen. */
export function DecideHit({ hit, me }: { hit: HitData; me: Me }): ReactNode {
  const { reason, isDone, isSent, needsReason, mayDecide, ...decision } = useDecision(hit, me);
  const onward = useRef<HTMLAnchorElement>(null);
  const section = useRef<HTMLElement>(null);
  // The disabled buttons lose the focus. Another element that has it keeps it.
  useEffect(() => {
    const { activeElement, body } = document;
    const isHere = activeElement === body || section.current!.contains(activeElement);
    if (isDone && isHere) onward.current!.focus();
  }, [isDone]);
  return (
    <section className="panel stack-close no-print" aria-labelledby="decide" ref={section}>
      <h2 id="decide">{t('hit.decide')}</h2>
      <Field
        label={t('hit.reason')}
        lines
        value={reason}
        onChange={decision.setReason}
        note={needsReason ? t('hit.changing') : undefined}
      />
      <div className="toolbar">
        {(['true_match', 'false_positive'] as const).map((verdict) => (
          <PlainButton
            key={verdict}
            isDisabled={!mayDecide || (needsReason && reason.trim() === '')}
            onPress={() => decision.decideOn(verdict)}
          >
            {t(verdict === 'true_match' ? 'hit.trueMatch' : 'hit.falsePositive')}
          </PlainButton>
        ))}
      </div>
      <WaitingDecisions
        waiting={decision.waiting}
        isUndone={decision.isUndone}
        onUndo={decision.takeBack}
      />
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
