import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/permissions.ts';

type Decision = Operations['checkPermission']['data'];
type Rule = NonNullable<Decision['explanation']>['rules'][number];

/** Asks whether a subject may do something; nothing is changed by it. */
export function Question(): ReactNode {
  const [subject, setSubject] = useState('');
  const [capability, setCapability] = useState('');
  const [resource, setResource] = useState('');
  const asked = useMutation({
    mutationFn: () =>
      api.permissions.check({
        body: {
          subject: subject.trim(),
          capability: capability.trim(),
          ...(resource.trim() !== '' && { resource: resource.trim() }),
          explain: true,
        },
      }),
    gcTime: 0,
  });
  return (
    <section className="panel stack-close" aria-label={t('permissions.may')}>
      <h2>{t('permissions.may')}</h2>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          asked.mutate();
        }}
      >
        <Field label={t('permissions.subject')} value={subject} onChange={setSubject} isRequired />
        <Field
          label={t('permissions.capability')}
          value={capability}
          onChange={setCapability}
          isRequired
        />
        <Field label={t('permissions.resource')} value={resource} onChange={setResource} />
        <PlainButton type="submit" look="primary" isDisabled={asked.isPending}>
          {t('permissions.ask')}
        </PlainButton>
      </form>
      {asked.isError && <Problem error={asked.error} />}
      <div role="status">{asked.data && <Answer decision={asked.data} />}</div>
    </section>
  );
}

function Answer({ decision }: { decision: Decision }): ReactNode {
  const { allowed, reason, explanation } = decision;
  return (
    <div className="stack-close">
      <p>
        <Badge tone={allowed ? 'good' : 'bad'}>
          {t(allowed ? 'permissions.yes' : 'permissions.no')}
        </Badge>{' '}
        {t('permissions.because')}: {wordsOf(reason)}
      </p>
      {explanation && explanation.rules.length === 0 && <p>{t('permissions.noRules')}</p>}
      {explanation && explanation.rules.length > 0 && (
        <ol className="ways">
          {explanation.rules.map((rule, at) => (
            <li key={at}>
              <Way rule={rule} />
            </li>
          ))}
        </ol>
      )}
      {explanation?.truncated && <p className="small quiet">{t('permissions.truncated')}</p>}
    </div>
  );
}

/** The way from the subject over groups and roles to a rule. */
function Way({ rule }: { rule: Rule }): ReactNode {
  return (
    <>
      <Badge tone={rule.effect === 'deny' ? 'bad' : 'good'}>{rule.effect}</Badge>{' '}
      <Foreign text={rule.capability} /> {rule.resource && <Foreign text={rule.resource} />}
      <ol className="way" aria-label={t('permissions.path')}>
        {rule.path.map((step, at) => (
          <li key={at}>
            <Foreign text={step} />
          </li>
        ))}
      </ol>
    </>
  );
}
