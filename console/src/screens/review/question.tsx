import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWaitingRequests, REASONS } from '../../queries/approvals.ts';
import { Check } from '../../parts/checks.tsx';
import { Form } from '../../parts/form.tsx';
import { OpenWindow } from '../../parts/open-window.tsx';
import { entityOf, subjectWith, type Hit } from '../../queries/review.ts';
import type { Me } from '../../queries/session.ts';
import { defaultText, visible } from '../../texts/text.ts';
import { t as detailText } from '../../texts/screens/detail.ts';
import { t } from '../../texts/screens/question.ts';
import { FactTable } from './both-sides.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { verdictText, type Verdict } from './decision.ts';
import { foundText } from './found.ts';
import { isComplete } from './given.ts';
import { draftOf, dropDraft, keepDraft, pin, pinned, type Given } from './drafts.ts';
import { ReasonFields } from './reason-fields.tsx';
import { RequestReason } from './request-reason.tsx';
import './question.css';

const FACTS = detailText('detail.facts');

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
  hit: Pick<Hit, 'id' | 'subjectId' | 'score' | 'match' | 'entryId' | 'listRevision'>;
  verdict: Verdict;
  me: Me;
  /** True for another decision on a decided hit, which needs an explanation. */
  isChange?: boolean;
  onDecide: (given: Given) => void;
  onClose: () => void;
}): ReactNode {
  const settings = useQuery(REASONS);
  const entity = useQuery(entityOf(hit));
  const { data: requests } = useWaitingRequests();
  const { data: subject } = useQuery(subjectWith(hit.subjectId));
  const [given, setGiven] = useState(() => draftOf(hit.id));
  const [kept, setKept] = useState(pinned);
  const keptCode = settings.data?.codes.find(({ reasonCode }) => reasonCode === kept);
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
    if (isDismissal) pin(keptCode?.reasonCode);
    const reasonCode = isDismissal ? given.reasonCode : '';
    onDecide({ reasonCode, reason: given.reason.trim() });
  };
  return (
    <OpenWindow
      title={t('question.title', {
        verdict: verdictText(verdict),
        subject: [subject?.name ?? [], hit.subjectId].flat().map(visible).join(', '),
        listed: visible(hit.match?.name ?? hit.entryId),
      })}
      isLow
      isWide
      onClose={onClose}
    >
      <div className="question">
        {/* The facts stay in sight while the person decides. */}
        <div className="question-facts stack-close" tabIndex={0} role="group" aria-label={FACTS}>
          {hit.match && <p className="small quiet">{foundText({ ...hit.match, score })}</p>}
          <FactTable hit={hit} entity={entity.data} />
        </div>
        <Form
          sending={{ mutate: decide, isPending: false, isError: false, error: null }}
          save={t('question.decide')}
          isReady={isReady}
          onCancel={onClose}
        >
          <ClaimNotice hitId={hit.id} me={me} />
          {request && <RequestReason request={request} />}
          {isOwn && <p className="notice warn">{t('request.own')}</p>}
          <ReasonFields
            verdict={verdict}
            score={score}
            given={given}
            onChange={change}
            note={isChange ? t('question.changing') : undefined}
          />
          {isDismissal && (
            <Check
              label={
                keptCode
                  ? t('question.pinned', { code: visible(defaultText(keptCode.text)) })
                  : t('question.pin')
              }
              isSelected={keptCode !== undefined}
              isDisabled={!keptCode && given.reasonCode === ''}
              onChange={(isKept) => setKept(isKept ? given.reasonCode : undefined)}
            />
          )}
        </Form>
      </div>
    </OpenWindow>
  );
}
