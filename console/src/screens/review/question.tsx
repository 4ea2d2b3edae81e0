import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { mayRead } from '../../data/me.ts';
import { Check } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { OpenWindow } from '../../parts/open-window.tsx';
import { Problem } from '../../parts/problem.tsx';
import { WAITING } from '../../queries/approvals.ts';
import { REASONS } from '../../queries/reasons.ts';
import type { Hit } from '../../queries/review.ts';
import type { Me } from '../../queries/session.ts';
import { numberText, visible } from '../../texts/text.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/question.ts';
import { ClaimNotice } from './claim-notice.tsx';
import { Codes } from './codes.tsx';
import { verdictText, type Verdict } from './decision.ts';
import { foundText } from './found.ts';
import { isComplete, needsSentence, SENTENCE } from './given.ts';
import { draftOf, dropDraft, hasPin, keepDraft, pin, type Given } from './drafts.ts';
import { RequestReason } from './request-reason.tsx';

const FIELD = 'question-reason';

/** Reads the codes before a person needs them, so that they can decide while the service is unavailable. */
export function ReasonsRead(): ReactNode {
  useQuery(REASONS);
  return null;
}

/** The one question before a decision: the code of its reason, a line in the person's own words, Enter. */
export function Question({
  hit,
  verdict,
  me,
  isChange = false,
  onDecide,
  onClose,
}: {
  hit: Pick<Hit, 'id' | 'subjectId' | 'score' | 'match'>;
  verdict: Verdict;
  me: Me;
  /** True for another decision on a decided hit, which needs an explanation. */
  isChange?: boolean;
  onDecide: (given: Given) => void;
  onClose: () => void;
}): ReactNode {
  const settings = useQuery(REASONS);
  const { data: requests } = useQuery({
    ...WAITING,
    enabled: mayRead(me, 'approvals:request'),
  });
  const [given, setGiven] = useState(() => draftOf(hit.id));
  const [isPinned, setPinned] = useState(hasPin);
  const change = (next: Given): void => {
    setGiven(next);
    keepDraft(hit.id, next);
  };
  const score = hit.score ?? 0;
  const isDismissal = verdict === 'false_positive';
  const request = isDismissal ? requests?.byHit[hit.id] : undefined;
  const isOwn = request?.askedBy.id === me.id;
  const isReady =
    !isOwn &&
    isComplete(given, verdict, score, settings.data) &&
    (!isChange || given.reason.trim() !== '');
  const decide = (): void => {
    dropDraft(hit.id);
    pin(isPinned ? given : undefined);
    onDecide({ ...given, reason: given.reason.trim() });
  };
  const note = needsSentence(verdict, score, settings.data)
    ? decisionsText('reason.sentence', {
        count: SENTENCE,
        score: numberText(settings.data!.textFrom),
      })
    : isChange
      ? t('question.changing')
      : undefined;
  return (
    <OpenWindow
      title={t('question.title', {
        verdict: verdictText(verdict),
        subject: visible(hit.subjectId),
      })}
      isLow
      onClose={onClose}
    >
      <Form
        sending={{ mutate: decide, isPending: false, isError: false, error: null }}
        save={t('question.decide')}
        isReady={isReady}
        onCancel={onClose}
      >
        {hit.match && <p className="small quiet">{foundText({ ...hit.match, score })}</p>}
        <ClaimNotice hitId={hit.id} me={me} />
        {request && <RequestReason request={request} />}
        {isOwn && <p className="notice warn">{t('request.own')}</p>}
        {isDismissal && settings.isError && (
          <Problem error={settings.error} retry={() => void settings.refetch()} />
        )}
        {isDismissal && settings.data && (
          <Codes
            codes={settings.data.codes}
            value={given.reasonCode}
            onChange={(reasonCode) => change({ ...given, reasonCode })}
            onDigit={() => document.getElementById(FIELD)?.focus()}
            autoFocus={given.reasonCode === ''}
          />
        )}
        <Field
          id={FIELD}
          label={t('question.reason')}
          value={given.reason}
          onChange={(reason) => change({ ...given, reason })}
          note={note}
          autoFocus={!isDismissal || given.reasonCode !== ''}
        />
        <Check label={t('question.pin')} isSelected={isPinned} onChange={setPinned} />
      </Form>
    </OpenWindow>
  );
}
