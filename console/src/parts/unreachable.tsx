import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { reach } from '../data/reach.ts';
import { t } from '../texts/screens/state.ts';
import { timeText } from '../texts/text.ts';
import { Foreign } from './foreign.tsx';

/** The bar that shows since when the service cannot be reached, and the changes that wait. */
export function Unreachable({ since }: { since: number }): ReactNode {
  const client = useQueryClient();
  const unsent = useSyncExternalStore(reach.subscribe, reach.unsent);
  const sending = useIsMutating();
  // Failed queries are read again when the service answers.
  useEffect(
    () => () =>
      void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
    [client],
  );
  return (
    <section className="notice warn" role="alert">
      <div className="stack-close">
        <strong>{t('state.lost', { since: timeText(new Date(since).toISOString()) })}</strong>
        {unsent.size + sending === 0 && <p>{t('state.nothing')}</p>}
        {unsent.size > 0 && (
          <>
            <p>{t('state.waiting', { count: unsent.size })}</p>
            <ul>
              {[...unsent.values()].map((text, i) => (
                <li key={i}>
                  <Foreign text={text} />
                </li>
              ))}
            </ul>
          </>
        )}
        {sending > 0 && <p>{t('state.sending', { count: sending })}</p>}
      </div>
    </section>
  );
}
