import { useEffect, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useChange } from '../../data/change.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { statusText, stepText } from '../../texts/screens/issuer-check.ts';
import { t } from '../../texts/screens/people.ts';
import type { Issuer } from './issuer-form.tsx';

/** Asks an identity provider, and shows each step of the check. */
export function IssuerCheck({
  issuer,
  onClose,
}: {
  issuer: Issuer;
  onClose: () => void;
}): ReactNode {
  const check = useChange(() => api.signIn.checkIssuer({ id: issuer.id }), []);
  const { mutate } = check;
  useEffect(() => mutate(), [mutate]);
  return (
    <Window title={t('issuers.check')} isOpen onClose={onClose}>
      <div className="stack" aria-live="polite">
        <p>
          <Foreign text={issuer.issuer} />
        </p>
        {check.isPending && <p className="quiet">{t('issuers.checking')}</p>}
        {check.isError && <Problem error={check.error} />}
        {check.data && (
          <>
            <p>{t(check.data.ok ? 'issuers.fits' : 'issuers.fitsNot')}</p>
            <ul>
              {check.data.steps.map(({ step, status, message }) => (
                <li key={step}>
                  {stepText(step) ?? step}: {statusText(status) ?? status} –{' '}
                  <Foreign text={message} />
                </li>
              ))}
            </ul>
          </>
        )}
        <div className="toolbar">
          <PlainButton look="primary" isPending={check.isPending} onPress={() => mutate()}>
            {t('issuers.again')}
          </PlainButton>
          <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
        </div>
      </div>
    </Window>
  );
}
