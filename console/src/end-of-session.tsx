import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { api } from './data/client.ts';
import { PREFIX } from './data/prefix.ts';
import { sessionEnd } from './data/query.ts';
import { PlainButton } from './parts/button.tsx';
import { OpenWindow } from './parts/open-window.tsx';
import { t } from './texts/screens/sign-in.ts';

/**
 * The message that the session has ended. The page keeps its input. It continues when the person returns to it after a
 * sign-in in another tab.
 */
export function EndOfSession(): ReactNode {
  const client = useQueryClient();
  const [isStillOut, setStillOut] = useState(false);
  const goOn = async (): Promise<boolean> => {
    const isSignedIn = await api.people.getMe().then(
      () => true,
      () => false,
    );
    if (!isSignedIn) return false;
    sessionEnd.set(false);
    void client.invalidateQueries();
    return true;
  };
  const onReturn = useEffectEvent(() => void goOn());
  useEffect(() => {
    addEventListener('focus', onReturn);
    return () => removeEventListener('focus', onReturn);
  }, []);
  return (
    <OpenWindow title={t('signIn.title')} hidesPage>
      <p>{t('signIn.ended')}</p>
      {isStillOut && (
        <p className="notice bad" role="alert">
          {t('signIn.still')}
        </p>
      )}
      <p className="toolbar">
        <a
          className="button button-primary"
          href={`${PREFIX}/console/`}
          target="_blank"
          rel="noreferrer"
        >
          {t('signIn.inTab')}
        </a>
        <PlainButton onPress={async () => setStillOut(!(await goOn()))}>
          {t('signIn.again')}
        </PlainButton>
      </p>
    </OpenWindow>
  );
}
