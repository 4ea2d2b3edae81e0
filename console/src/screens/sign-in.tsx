import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callSession } from '../data/client.ts';
import { PREFIX } from '../data/prefix.ts';
import { PlainButton } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { t } from '../texts/screens/sign-in.ts';

type Choices = { issuers: { id: string; name: string }[] };

function address(organization: string, issuer: string): string {
  const query = new URLSearchParams({ issuer, returnTo: location.pathname });
  if (organization !== '') query.set('organization', organization);
  return `${PREFIX}/console/session/sign-in?${query.toString()}`;
}

/** The identity providers of an organization, or of operators. */
export function SignIn(): ReactNode {
  const [typed, setTyped] = useState('');
  const [organization, setOrganization] = useState('');
  const choices = useQuery({
    queryKey: ['issuers', organization],
    queryFn: () =>
      callSession<Choices>(
        `/issuers${organization === '' ? '' : `?organization=${encodeURIComponent(organization)}`}`,
      ),
  });
  return (
    <main className="signin stack">
      <h1>{t('signIn.title')}</h1>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          setOrganization(typed.trim());
        }}
      >
        <Field label={t('signIn.organization')} value={typed} onChange={setTyped} />
        <PlainButton type="submit">{t('signIn.find')}</PlainButton>
      </form>
      {choices.isError && <Problem error={choices.error} />}
      {choices.data?.issuers.length === 0 && <p className="quiet">{t('signIn.none')}</p>}
      {choices.data?.issuers.map(({ id, name }) => (
        <p key={id}>
          <a href={address(organization, id)}>{t('signIn.with', { name })}</a>
        </p>
      ))}
    </main>
  );
}
