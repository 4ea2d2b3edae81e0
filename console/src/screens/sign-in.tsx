import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { lastOrganization } from '../data/organization.ts';
import { PREFIX } from '../data/prefix.ts';
import { Field } from '../parts/field.tsx';
import { FilterForm } from '../parts/filter-form.tsx';
import { Problem } from '../parts/problem.tsx';
import { signInIssuers } from '../queries/session.ts';
import { t } from '../texts/screens/sign-in.ts';

function address(organization: string, issuer: string): string {
  const query = new URLSearchParams({ issuer, returnTo: location.pathname });
  if (organization !== '') query.set('organization', organization);
  return `${PREFIX}/console/session/sign-in?${query.toString()}`;
}

/** The identity providers of an organization, or of operators. */
export function SignIn(): ReactNode {
  const [typed, setTyped] = useState(lastOrganization);
  const [organization, setOrganization] = useState(lastOrganization);
  const choices = useQuery(signInIssuers(organization));
  return (
    <main className="signin stack">
      <h1>{t('signIn.title')}</h1>
      <FilterForm onFilter={() => setOrganization(typed.trim())} text={t('signIn.find')}>
        <Field label={t('signIn.organization')} value={typed} onChange={setTyped} />
      </FilterForm>
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
