import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { knownOrganizations, organizationIn } from '../data/organization.ts';
import { PREFIX } from '../data/prefix.ts';
import { PlainButton } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FilterForm } from '../parts/filter-form.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { Problem } from '../parts/problem.tsx';
import { signInIssuers } from '../queries/session.ts';
import { t } from '../texts/screens/sign-in.ts';

function address(organization: string, issuer: string): string {
  const query = new URLSearchParams({ issuer, returnTo: location.pathname });
  if (organization !== '') query.set('organization', organization);
  return `${PREFIX}/console/session/sign-in?${query.toString()}`;
}

/** The organization of the sign-in: that of the address, or the last one of this browser; undefined for none. */
function firstChoice(known: { id: string }[]): string | undefined {
  return organizationIn(location.href) || known[0]?.id;
}

/** Signing in to the last organization of this browser, or to another one. */
export function SignIn(): ReactNode {
  const [known] = useState(knownOrganizations);
  const [chosen, setChosen] = useState(() => firstChoice(known));
  const [typed, setTyped] = useState('');
  const others = known.filter(({ id }) => id !== '' && id !== chosen);
  return (
    <main className="signin stack">
      <h1>{t('signIn.title')}</h1>
      {chosen !== undefined && (
        <Choices id={chosen} name={known.find(({ id }) => id === chosen)?.name} />
      )}
      {others.map(({ id, name }) => (
        <p key={id} title={id}>
          <PlainButton onPress={() => setChosen(id)}>{t('signIn.to', { name })}</PlainButton>
        </p>
      ))}
      <details open={chosen === undefined}>
        <summary>{t('signIn.another')}</summary>
        <div className="stack-close">
          <FilterForm
            onFilter={() => setChosen(organizationIn(typed) || chosen)}
            text={t('signIn.find')}
          >
            <Field label={t('signIn.address')} value={typed} onChange={setTyped} />
          </FilterForm>
          <p className="small quiet">{t('signIn.addressWhy')}</p>
        </div>
      </details>
      {chosen !== '' && (
        <p>
          <PlainButton look="quiet" onPress={() => setChosen('')}>
            {t('signIn.asOperator')}
          </PlainButton>
        </p>
      )}
    </main>
  );
}

/** The identity providers of an organization, or of operators. */
function Choices({ id, name }: { id: string; name: string | undefined }): ReactNode {
  const { data, isError, error } = useQuery(signInIssuers(id));
  return (
    <section className="stack-close">
      <h2 title={id}>{id === '' ? t('app.operators') : name && <Foreign text={name} />}</h2>
      {isError && <Problem error={error} />}
      {data?.issuers.length === 0 && <p className="quiet">{t('signIn.none')}</p>}
      {data?.issuers.map((issuer) => (
        <p key={issuer.id}>
          <a href={address(id, issuer.id)}>{t('signIn.with', { name: issuer.name })}</a>
        </p>
      ))}
    </section>
  );
}
