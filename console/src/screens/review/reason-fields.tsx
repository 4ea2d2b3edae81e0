import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { REASONS } from '../../queries/approvals.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/question.ts';
import { Codes } from './codes.tsx';
import type { Verdict } from './decision.ts';
import type { Given } from './drafts.ts';
import { needsSentence, SENTENCE } from './given.ts';

const FIELD = 'question-reason';

/** The code of the reason of a false positive, and a line in the person's own words. */
export function ReasonFields({
  verdict,
  score,
  given,
  onChange,
  note,
}: {
  verdict: Verdict;
  /** The highest score of the hits. */
  score: number;
  given: Given;
  onChange: (given: Given) => void;
  /** Shown below the line unless it must be a sentence. */
  note?: string | undefined;
}): ReactNode {
  const settings = useQuery(REASONS);
  const isDismissal = verdict === 'false_positive';
  return (
    <>
      {isDismissal && settings.isError && (
        <Problem error={settings.error} retry={() => void settings.refetch()} />
      )}
      {isDismissal && settings.data && (
        <Codes
          codes={settings.data.codes}
          value={given.reasonCode}
          onChange={(reasonCode) => onChange({ ...given, reasonCode })}
          onLeave={() => document.getElementById(FIELD)?.focus()}
          autoFocus
        />
      )}
      <Field
        id={FIELD}
        label={t('question.reason')}
        value={given.reason}
        onChange={(reason) => onChange({ ...given, reason, isUndone: false })}
        onFocus={({ target }) => {
          // Selects the text, so typing replaces it.
          if (given.isUndone) target.select();
        }}
        note={
          needsSentence(verdict, score, settings.data)
            ? t('reason.sentence', {
                count: SENTENCE,
                score: numberText(settings.data!.textFrom),
              })
            : note
        }
        autoFocus={!isDismissal}
      />
    </>
  );
}
