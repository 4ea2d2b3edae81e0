import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PREFIX } from './data/prefix.ts';
import { sessionEnd } from './data/query.ts';
import { PlainButton } from './parts/button.tsx';
import { OpenWindow } from './parts/open-window.tsx';
import { t } from './texts/screens/sign-in.ts';

/** The message that the session has ended. The page keeps its input, and continues after a sign-in in another tab. */
export function EndOfSession(): ReactNode {
  const client = useQueryClient();
  return (
    <OpenWindow title={t('signIn.title')}>
      <p>{t('signIn.ended')}</p>
      <p>
        <a href={`${PREFIX}/console/`} target="_blank" rel="noreferrer">
          {t('signIn.title')}
        </a>
      </p>
      <p>
        <PlainButton
          look="primary"
          onPress={() => {
            sessionEnd.set(false);
            void client.invalidateQueries();
          }}
        >
          {t('signIn.again')}
        </PlainButton>
      </p>
    </OpenWindow>
  );
}
