import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { PlainButton } from '../../parts/button.tsx';
import type { Me } from '../../queries/session.ts';
import { t } from '../../texts/screens/hit.ts';
import { AskedQuestion } from './asked-question.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import type { Verdict } from './decision.ts';
import { keepDraft, type Given } from './drafts.ts';
import { choose, sightOf, undo, useDecisions, type Waiting } from './pending.ts';
import { WaitingDecisions } from './waiting.tsx';
import { WaitingRequest } from './requests.ts';

type HitData = Operations['getHit']['data'];

const KEYS: Readonly<Record<string, Verdict>> = { '1': 'true_match', '2': 'false_positive' };

/** The decision on a hit: its question, its state, and the functions that make and undo it. */
function useDecision(hit: HitData, me: Me) {
  const [question, setQuestion] = useState<Verdict>();
  const [isUndone, setUndone] = useState(false);
  /** The hit as the person saw it when they decided it here. */
  const [decided, setDecided] = useState<string>();
  const { waiting, sent } = useDecisions();
  const isWaiting = waiting.some((one) => one.hit.id === hit.id);
  const isSent = decided !== undefined && sent.has(decided);
  // Until the page has read the decided hit again, another decision would be about its former revision, which the service rejects.
  const mayDecide = !isWaiting && !sent.has(sightOf(hit));
  const decideOn = (verdict: Verdict, given: Given): void => {
    choose(hit, verdict, given, me);
    setQuestion(undefined);
    setDecided(sightOf(hit));
    setUndone(false);
  };
  const takeBack = (one: Waiting): void => {
    undo(one);
    keepDraft(one.hit.id, one.given);
    setUndone(true);
    if (one.hit.id === hit.id) setDecided(undefined);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || question) return;
    if ((event.target as HTMLElement).closest('input, textarea, select, [role=dialog]')) return;
    const newest = waiting.at(-1);
    const verdict = KEYS[event.key];
    if (event.key === 'u' && newest) takeBack(newest);
    else if (verdict && mayDecide) {
      // The question opens at once, and its field must not get the key.
      event.preventDefault();
      setQuestion(verdict);
    }
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return {
    question,
    setQuestion,
    waiting,
    isUndone,
    isSent,
    isDone: decided !== undefined && (isWaiting || isSent),
    mayDecide,
    // A person who changes a decision enters a reason.
    isChange: hit.status !== 'open' || isSent,
    decideOn,
    takeBack,
  };
}

/** The buttons and keys that decide a hit. As in the queue, the person can undo the decision for ten seconds, on any screen. */
export function DecideHit({ hit, me }: { hit: HitData; me: Me }): ReactNode {
  const { question, setQuestion, isDone, isSent, ...decision } = useDecision(hit, me);
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
      <ClaimNotice hitId={hit.id} me={me} />
      <Suspense>
        <WaitingRequest hit={hit} me={me} onApprove={() => setQuestion('false_positive')} />
      </Suspense>
      <div className="toolbar">
        {(['true_match', 'false_positive'] as const).map((verdict) => (
          <PlainButton
            key={verdict}
            isDisabled={!decision.mayDecide}
            onPress={() => setQuestion(verdict)}
          >
            {t(verdict === 'true_match' ? 'hit.trueMatch' : 'hit.falsePositive')}
          </PlainButton>
        ))}
        <span className="small quiet">{t('hit.keys')}</span>
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
      <AskedQuestion
        asked={
          question && {
            hit,
            verdict: question,
            me,
            isChange: decision.isChange,
            onDecide: (given) => decision.decideOn(question, given),
            onClose: () => setQuestion(undefined),
          }
        }
      />
    </section>
  );
}
