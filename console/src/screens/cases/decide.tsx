import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, changeOrAsk } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMe } from '../../data/me.ts';
import { useWaitingRequests, REASONS } from '../../queries/approvals.ts';
import { Check, Checks } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import type { Case } from '../../queries/case.ts';
import { numberText, visible, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t as questionText } from '../../texts/screens/question.ts';
import { Codes } from '../review/codes.tsx';
import { refusalText, verdictText, type Verdict } from '../review/decision.ts';
import { NOTHING_GIVEN } from '../review/drafts.ts';
import { isComplete, needsSentence, SENTENCE } from '../review/given.ts';
import { RequestReason } from '../review/request-reason.tsx';
import { OUTCOMES, type Outcome } from './words.ts';

type Decided = Operations['decideCase']['data'];

/** The maximum number of hits of one request. */
const MAX_HITS = 100;
const LEAVE = 'leave';
const UNDECIDED = '';

const VERDICTS = ([UNDECIDED, 'true_match', 'false_positive'] as const).map((id) => {
  return { id, text: id === UNDECIDED ? t('cases.choose') : verdictText(id) };
});
const ENDS = ([LEAVE, ...OUTCOMES] as const).map((id) => {
  return { id, text: id === LEAVE ? t('cases.leaveOpen') : wordsOf(id) };
});

/** Asks a second person about each hit. Existing requests stay. */
async function askSecond(
  hitIds: readonly string[],
  alsoIdentical: boolean,
  given: { reason: string; reasonCode?: string },
): Promise<void> {
  const detail = alsoIdentical ? { alsoIdentical } : {};
  for (const objectId of hitIds)
    await api.approvals.request({
      body: { action: 'hit.false_positive', objectId, detail, ...given },
    });
}

type Item = Case['items'][number];

/** A hit by its customer, listed name and score. */
function textOf({ id, hit }: Item): string {
  const { subjectId, listedName, score } = hit!;
  return `${visible(subjectId)}: ${visible(listedName ?? id)}, ${numberText(score)}`;
}

/** The form that decides several hits of a case with one reason, identical hits too, and can close the case. */
export function Decide({ data }: { data: Case }): ReactNode {
  const { id, revision, status } = data;
  const { data: me } = useMe();
  const { data: requests } = useWaitingRequests();
  const { data: settings } = useQuery(REASONS);
  const open = data.items.filter(({ kind, state }) => kind === 'hit' && state === 'open');
  // Another person must answer the person's own requests.
  const mayBeDecided = open.filter((item) => {
    const request = requests?.byHit[item.id];
    return !request || request.askedBy.id !== me?.id;
  });
  const shown = mayBeDecided.slice(0, MAX_HITS);
  const waiting = open.length - mayBeDecided.length;
  // No hit, no decision and no reason is chosen before the person has chosen it.
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [decision, setDecision] = useState<Verdict | typeof UNDECIDED>(UNDECIDED);
  const [given, setGiven] = useState(NOTHING_GIVEN);
  const [alsoIdentical, setAlsoIdentical] = useState(false);
  const [end, setEnd] = useState<Outcome | typeof LEAVE>(LEAVE);
  const chosen = shown.filter((item) => ticked.includes(item.id));
  const isDismissal = decision === 'false_positive';
  // The second person reads the first person's reason next to what they decide.
  const asked = new Set(chosen.flatMap((item) => requests?.byHit[item.id] ?? []));
  const score = Math.max(0, ...chosen.map((item) => item.hit!.score));
  const decided = useChange<Decided | 'asked'>(
    async () => {
      const decisions = chosen.map((item) => {
        return {
          hitId: item.id,
          decision: decision as Verdict,
          expectedRevision: item.hit!.revision,
        };
      });
      const outcome = end === LEAVE ? {} : { outcome: end };
      const reason = {
        reason: given.reason.trim(),
        ...(isDismissal && { reasonCode: given.reasonCode }),
      };
      const body = { expectedRevision: revision, decisions, ...reason, alsoIdentical, ...outcome };
      const hitIds = decisions.map(({ hitId }) => hitId);
      return changeOrAsk(
        () => api.cases.decide({ id, body }),
        () => askSecond(hitIds, alsoIdentical, reason),
      );
    },
    [['case', { id }], ['cases'], ['hits'], ['hit'], ['today'], ['waiting requests'], ['work']],
    () => {
      setTicked([]);
      setDecision(UNDECIDED);
      setGiven(NOTHING_GIVEN);
    },
  );
  const result = decided.data && <p role="status">{resultText(decided.data)}</p>;
  if (status === 'CLOSED' || open.length === 0) return result;
  return (
    <section className="stack-close no-print">
      <h2>{t('cases.decide')}</h2>
      {result}
      {waiting > 0 && <p className="notice warn">{t('cases.ownRequests', { count: waiting })}</p>}
      {shown.length > 0 && (
        <InlineForm
          sending={decided}
          save={t('cases.decide')}
          isReady={
            chosen.length > 0 &&
            decision !== UNDECIDED &&
            given.reason.trim() !== '' &&
            isComplete(given, decision, score, settings)
          }
          lines
          errorText={refusalText(decided.error)}
        >
          <Checks
            label={t('cases.hitsToDecide')}
            options={shown.map((item) => item.id)}
            textOf={(hitId) => textOf(shown.find((item) => item.id === hitId)!)}
            noteOf={(hitId) => (requests?.byHit[hitId] ? decisionsText('hit.waits') : undefined)}
            value={chosen.map((item) => item.id)}
            onChange={setTicked}
          />
          {shown.length > 1 && (
            <Check
              label={t('cases.allHits', { count: shown.length })}
              isSelected={chosen.length === shown.length}
              onChange={(all) => setTicked(all ? shown.map((item) => item.id) : [])}
            />
          )}
          {mayBeDecided.length > shown.length && (
            <p className="small quiet">{t('cases.firstHits')}</p>
          )}
          {[...asked].map((request) => (
            <RequestReason key={request.id} request={request} />
          ))}
          <div className="toolbar">
            <Choice
              label={t('cases.verdict')}
              options={VERDICTS}
              value={decision}
              onChange={setDecision}
            />
            <Choice label={t('cases.then')} options={ENDS} value={end} onChange={setEnd} />
          </div>
          {isDismissal && settings && (
            <Codes
              codes={settings.codes}
              value={given.reasonCode}
              onChange={(reasonCode) => setGiven({ ...given, reasonCode })}
            />
          )}
          <Field
            label={t('cases.reason')}
            value={given.reason}
            onChange={(reason) => setGiven({ ...given, reason })}
            lines
            note={
              isDismissal && needsSentence(decision, score, settings)
                ? questionText('reason.sentence', {
                    count: SENTENCE,
                    score: numberText(settings!.textFrom),
                  })
                : undefined
            }
          />
          <Check
            label={t('cases.identical')}
            isSelected={alsoIdentical}
            onChange={setAlsoIdentical}
          />
        </InlineForm>
      )}
    </section>
  );
}

function resultText(result: Decided | 'asked'): string {
  if (result === 'asked') return t('cases.asked');
  const [count, identical] = [result.decided.length, result.identical.length];
  return identical === 0
    ? t('cases.decidedOnly', { count })
    : t('cases.decided', { count, identical });
}
