import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { needsSecondPerson } from '../../data/second-person.ts';
import { Check, Checks } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { REASONS } from '../../queries/reasons.ts';
import type { Case } from '../../queries/case.ts';
import { numberText, visible, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/decide-case.ts';
import { t as questionText } from '../../texts/screens/question.ts';
import { Codes } from '../review/codes.tsx';
import { refusalText, verdictText, type Verdict } from '../review/decision.ts';
import { NOTHING_GIVEN } from '../review/drafts.ts';
import { isComplete, needsSentence, SENTENCE } from '../review/given.ts';
import { OUTCOMES, type Outcome } from './words.ts';

type Decided = Operations['decideCase']['data'];

/** The maximum number of hits of one request. */
const MAX_HITS = 100;
const LEAVE = 'leave';

const VERDICTS = (['false_positive', 'true_match'] as const).map((id) => {
  return { id, text: verdictText(id) };
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

/** The form that decides several hits of a case with one reason, identical hits too, and can close the case. */
export function Decide({ data }: { data: Case }): ReactNode {
  const { id, revision, status } = data;
  const open = data.items.filter(({ kind, state }) => kind === 'hit' && state === 'open');
  const shown = open.slice(0, MAX_HITS);
  // A hit that joins the case while a person writes is not ticked, so the person does not decide it unseen.
  const [left, setLeft] = useState<readonly string[]>([]);
  const [known, setKnown] = useState<readonly string[]>(() => shown.map((item) => item.id));
  const [decision, setDecision] = useState<Verdict>('false_positive');
  const [given, setGiven] = useState(NOTHING_GIVEN);
  const { data: settings } = useQuery(REASONS);
  const [alsoIdentical, setAlsoIdentical] = useState(false);
  const [end, setEnd] = useState<Outcome | typeof LEAVE>(LEAVE);
  const chosen = shown.filter((item) => known.includes(item.id) && !left.includes(item.id));
  const isDismissal = decision === 'false_positive';
  const score = Math.max(0, ...chosen.map((item) => item.hit!.score));
  const decided = useChange<Decided>(
    async () => {
      const decisions = chosen.map((item) => {
        return { hitId: item.id, decision, expectedRevision: item.hit!.revision };
      });
      const outcome = end === LEAVE ? {} : { outcome: end };
      const reason = {
        reason: given.reason.trim(),
        ...(isDismissal && { reasonCode: given.reasonCode }),
      };
      const body = {
        expectedRevision: revision,
        decisions,
        ...reason,
        alsoIdentical,
        ...outcome,
      };
      try {
        return await api.cases.decide({ id, body });
      } catch (error) {
        if (needsSecondPerson(error)) {
          await askSecond(
            decisions.map(({ hitId }) => hitId),
            alsoIdentical,
            reason,
          );
        }
        throw error;
      }
    },
    [['case', { id }], ['cases'], ['hits'], ['hit'], ['today'], ['waiting requests']],
    () => setGiven(NOTHING_GIVEN),
  );
  const result = decided.data && (
    <p role="status">
      {t('cases.decided', {
        count: decided.data.decided.length,
        identical: decided.data.identical.length,
      })}
    </p>
  );
  if (status === 'CLOSED' || open.length === 0) return result;
  return (
    <section className="stack-close no-print">
      <h2>{t('cases.decide')}</h2>
      {result}
      <InlineForm
        sending={decided}
        save={t('cases.decide')}
        isReady={
          chosen.length > 0 &&
          given.reason.trim() !== '' &&
          isComplete(given, decision, score, settings)
        }
        lines
        errorText={needsSecondPerson(decided.error) ? t('cases.asked') : refusalText(decided.error)}
      >
        <Checks
          label={t('cases.hitsToDecide')}
          options={shown.map((item) => item.id)}
          textOf={(hitId) => {
            const {
              subjectId,
              listedName,
              score: points,
            } = shown.find((item) => item.id === hitId)!.hit!;
            return `${visible(subjectId)}: ${visible(listedName ?? hitId)}, ${numberText(points)}`;
          }}
          value={chosen.map((item) => item.id)}
          onChange={(ids) => {
            setKnown(shown.map((item) => item.id));
            setLeft(shown.map((item) => item.id).filter((each) => !ids.includes(each)));
          }}
        />
        {open.length > shown.length && <p className="small quiet">{t('cases.firstHits')}</p>}
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
            needsSentence(decision, score, settings)
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
    </section>
  );
}
