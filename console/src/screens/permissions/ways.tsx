import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { t } from '../../texts/screens/permissions.ts';
import type { Decision } from './trial.ts';

type Rule = NonNullable<Decision['explanation']>['rules'][number];

/** Every rule that applies, each with the path from the subject to it: a drawing that is a list. */
export function Ways({
  rules,
  nameOf,
}: {
  rules: Rule[];
  nameOf: (roleId: string) => string;
}): ReactNode {
  if (rules.length === 0) return <p>{t('permissions.noRules')}</p>;
  return (
    <ol className="stack-close" role="list">
      {rules.map((rule, at) => (
        <li key={at}>
          <Way rule={rule} nameOf={nameOf} />
        </li>
      ))}
    </ol>
  );
}

/** The path from the subject over groups and roles to a rule. */
function Way({ rule, nameOf }: { rule: Rule; nameOf: (roleId: string) => string }): ReactNode {
  const { effect, capability, resource, relation, path, policyId } = rule;
  return (
    <ol className="way" role="list" aria-label={t('permissions.path')}>
      {path.map((step, at) => (
        <li key={at}>
          <span className="way-step" title={step}>
            <Foreign text={nameOf(step)} />
          </span>
        </li>
      ))}
      <li>
        <span className={`way-step way-rule ${effect === 'deny' ? 'bad' : 'good'}`}>
          <Badge tone={effect === 'deny' ? 'bad' : 'good'}>{effect}</Badge>{' '}
          <span className="code">{capability}</span>
          {resource !== null && resource !== '*' && (
            <>
              {` ${t('permissions.onResource')} `}
              <Foreign text={resource} />
            </>
          )}
          {relation !== null && (
            <>
              {` ${t('permissions.where')} `}
              <Foreign text={relation} />
            </>
          )}
          {policyId?.startsWith('assume.') && (
            <>
              {' '}
              <Badge tone="quiet">{t('permissions.unsaved')}</Badge>
            </>
          )}
        </span>
      </li>
    </ol>
  );
}
