import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ruleText, t } from '../../texts/screens/permissions.ts';
import { useCapabilities } from '../../queries/permissions.ts';
import type { Decision, Trial } from './trial.ts';
import { Ways } from './ways.tsx';
import { COLON } from '../../texts/text.ts';

/** The form that asks whether a subject has a capability, without and with unsaved changes. */
export function Question({
  trial,
  nameOf,
}: {
  trial: Trial;
  nameOf: (roleId: string) => string;
}): ReactNode {
  const { question, setQuestion, assumptions, assume, asked } = trial;
  const known = useCapabilities();
  return (
    <section className="panel stack-close" aria-label={t('permissions.may')}>
      <h2>{t('permissions.may')}</h2>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          asked.mutate(assumptions);
        }}
      >
        <Field
          label={t('permissions.subject')}
          value={question.subject}
          onChange={(subject) => setQuestion({ ...question, subject })}
          isRequired
        />
        <Field
          label={t('permissions.capability')}
          value={question.capability}
          onChange={(capability) => setQuestion({ ...question, capability })}
          suggestions={known.filter((text) => !text.endsWith('*'))}
          isRequired
        />
        <Field
          label={t('permissions.resource')}
          value={question.resource}
          onChange={(resource) => setQuestion({ ...question, resource })}
        />
        <PlainButton type="submit" look="primary" isDisabled={asked.isPending}>
          {t('permissions.ask')}
        </PlainButton>
      </form>
      {assumptions.length > 0 && (
        <div className="stack-close">
          <h3>{t('permissions.asIf')}</h3>
          <ul className="assumed">
            {assumptions.map(({ key, text }) => (
              <li key={key}>
                <Foreign text={text} />
                <PlainButton
                  look="quiet"
                  aria-label={`${t('permissions.drop')}: ${text}`}
                  onPress={() => assume(assumptions.filter((one) => one.key !== key))}
                >
                  {t('permissions.drop')}
                </PlainButton>
              </li>
            ))}
          </ul>
          <p className="small quiet">{t('permissions.notSaved')}</p>
        </div>
      )}
      {asked.isError && <Problem error={asked.error} />}
      <div role="status">{asked.data && <Answer {...asked.data} nameOf={nameOf} />}</div>
    </section>
  );
}

function Verdict({ decision: { allowed, reason } }: { decision: Decision }): ReactNode {
  return (
    <>
      <Badge tone={allowed ? 'good' : 'bad'}>
        {t(allowed ? 'permissions.yes' : 'permissions.no')}
      </Badge>{' '}
      {t('permissions.because')}
      {COLON} {ruleText(reason)}
    </>
  );
}

function Answer({
  now,
  tried,
  problem,
  nameOf,
}: {
  now: Decision;
  tried: Decision | undefined;
  problem: unknown;
  nameOf: (roleId: string) => string;
}): ReactNode {
  const { explanation } = tried ?? now;
  return (
    <div className="stack-close">
      {problem !== undefined && <Problem error={problem} />}
      {tried && (
        <p>
          {t('permissions.tried')} <Verdict decision={tried} />
        </p>
      )}
      <p className={tried && 'quiet'}>
        {(tried ?? problem) !== undefined && t('permissions.now')} <Verdict decision={now} />
      </p>
      {explanation && <Ways rules={explanation.rules} nameOf={nameOf} />}
      {explanation?.truncated && <p className="small quiet">{t('permissions.truncated')}</p>}
    </div>
  );
}
