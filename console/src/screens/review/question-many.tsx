import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWaitingRequests, REASONS } from '../../queries/approvals.ts';
import { Form } from '../../parts/form.tsx';
import { OpenWindow } from '../../parts/open-window.tsx';
import type { Hit } from '../../queries/review.ts';
import { numberText } from '../../texts/text.ts';
import { t as questionText } from '../../texts/screens/question.ts';
import { t } from '../../texts/screens/many.ts';
import { WorkedBy } from './claims.tsx';
import { verdictText, type Verdict } from './decision.ts';
import { NOTHING_GIVEN, type Given } from './drafts.ts';
import { isComplete } from './given.ts';
import { Sides } from './queue-columns.tsx';
import { ReasonFields } from './reason-fields.tsx';

/** The one question before a decision on several hits: all of them, and one reason. */
export function QuestionMany({
  hits,
  verdict,
  onDecide,
  onClose,
}: {
  hits: readonly Hit[];
  verdict: Verdict;
  onDecide: (hits: readonly Hit[], given: Given) => void;
  onClose: () => void;
}): ReactNode {
  const settings = useQuery(REASONS);
  const { data: requests } = useWaitingRequests();
  const [given, setGiven] = useState(NOTHING_GIVEN);
  // The second person reads each request before the approval.
  const decided = hits.filter(
    ({ id }) => verdict === 'true_match' || requests?.byHit[id] === undefined,
  );
  const score = Math.max(0, ...decided.map((hit) => hit.score ?? 0));
  const left = hits.length - decided.length;
  const decide = (): void => onDecide(decided, { ...given, reason: given.reason.trim() });
  return (
    <OpenWindow
      title={t('many.question', { verdict: verdictText(verdict), count: decided.length })}
      isLow
      onClose={onClose}
    >
      <Form
        sending={{ mutate: decide, isPending: false, isError: false, error: null }}
        save={questionText('question.decide')}
        isReady={decided.length > 0 && isComplete(given, verdict, score, settings.data)}
        onCancel={onClose}
      >
        <div className="many-hits small" tabIndex={0} role="group" aria-label={t('many.hits')}>
          <ul>
            {decided.map((hit) => (
              <li key={hit.id}>
                <Sides hit={hit} />
                <div className="quiet">
                  {t('queue.score')} {hit.score === null ? '–' : numberText(hit.score)} ·{' '}
                  <WorkedBy hit={hit} />
                </div>
              </li>
            ))}
          </ul>
        </div>
        {left > 0 && <p className="notice warn">{t('many.waits', { count: left })}</p>}
        <ReasonFields verdict={verdict} score={score} given={given} onChange={setGiven} />
      </Form>
    </OpenWindow>
  );
}
