import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OrikiError } from '../../../../clients/typescript/src/index.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { messageOf } from '../../parts/problem.tsx';
import { t } from '../../texts/screens/queue.ts';
import { refusalText, verdictText } from './decision.ts';
import { forgetRefusals, useRefusals } from './refusals.ts';
import { COLON } from '../../texts/text.ts';

/** The rejected decisions, each with a link to its hit, until the person has seen them. */
export function Refused(): ReactNode {
  const refusals = useRefusals();
  if (refusals.length === 0) return null;
  return (
    <div className="notice bad no-print" role="alert">
      <div className="stack-close">
        <strong>{t('queue.notTaken')}</strong>
        <ul className="stack-close">
          {refusals.map(({ hit, verdict, error }) => (
            <li key={hit.id}>
              <Link to="/review/$id" params={{ id: hit.id }}>
                <Foreign text={hit.subjectId} />
              </Link>
              , {verdictText(verdict)}
              {COLON} {refusalText(error) ?? messageOf(error)}{' '}
              {error instanceof OrikiError && (
                <span className="small quiet">
                  {t('error.request', { id: error.requestId ?? '–' })}
                </span>
              )}
            </li>
          ))}
        </ul>
        <p>
          <PlainButton onPress={forgetRefusals}>{t('queue.seen')}</PlainButton>
        </p>
      </div>
    </div>
  );
}
