import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Check } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { EVENT_TYPES } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/event-types.ts';
import {
  ALL,
  groupsOf,
  isCovered,
  ownOf,
  patternsIn,
  wholeGroup,
  withPattern,
} from './chosen-events.ts';

/** The choice of event types from the catalogue, by groups and with examples, and of the organization's own types. */
export function ChooseEvents({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}): ReactNode {
  const query = useQuery(EVENT_TYPES);
  const types = query.data?.eventTypes ?? [];
  const names = types.map(({ type }) => type);
  const [typed, setTyped] = useState<string>();
  const own = ownOf(chosen, names);
  const isAll = chosen.includes(ALL);
  return (
    <fieldset className="checks noted">
      <legend className="field-label">{t('chooseEvents.title')}</legend>
      <Check
        label={t('chooseEvents.all')}
        isSelected={isAll}
        onChange={(isOn) => onChange(withPattern(chosen, ALL, isOn))}
      />
      {query.error && <Problem error={query.error} />}
      {!isAll && (
        <div className="stack-close">
          {groupsOf(types).map(([group, members]) => {
            const whole = wholeGroup(group);
            const isWhole = chosen.includes(whole);
            const count = members.filter(({ type }) => isCovered(chosen, type)).length;
            return (
              <details key={group}>
                <summary>
                  <span className="code">{whole}</span>{' '}
                  <span className="small quiet">
                    {t('chooseEvents.count', {
                      count,
                      all: members.length,
                    })}
                  </span>
                </summary>
                <Check
                  label={t('chooseEvents.whole', { group: whole })}
                  isSelected={isWhole}
                  onChange={(isOn) => onChange(withPattern(chosen, whole, isOn))}
                />
                <div className="stack">
                  {members.map(({ type, description, example }) => (
                    <div key={type}>
                      {(!isCovered(chosen, type) || chosen.includes(type)) && (
                        <Check
                          label={<span className="code">{type}</span>}
                          isSelected={chosen.includes(type)}
                          onChange={(isOn) => onChange(withPattern(chosen, type, isOn))}
                        />
                      )}
                      {isCovered(chosen, type) && !chosen.includes(type) && (
                        <p className="code">{type}</p>
                      )}
                      <p className="small quiet">{description}</p>
                      <details>
                        <summary className="small">{t('chooseEvents.example', { type })}</summary>
                        <pre className="small" tabIndex={0}>
                          {JSON.stringify(example, null, 2)}
                        </pre>
                      </details>
                    </div>
                  ))}
                </div>
              </details>
            );
          })}
        </div>
      )}
      {!isAll && query.data && (
        <Field
          label={t('chooseEvents.own')}
          value={typed ?? own.join(' ')}
          onChange={(text) => {
            setTyped(text);
            const known = chosen.filter((pattern) => !own.includes(pattern));
            onChange([...new Set([...known, ...patternsIn(text)])]);
          }}
          note={t('chooseEvents.ownNote')}
        />
      )}
    </fieldset>
  );
}
