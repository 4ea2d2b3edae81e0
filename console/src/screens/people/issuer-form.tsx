import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Check } from '../../parts/checks.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Field, SecretField } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/people.ts';

export type Issuer = Operations['listSignInIssuers']['data']['items'][number];
type GroupRoles = NonNullable<Operations['createSignInIssuer']['input']['body']['groupRoles']>;

/** The form for a new identity provider or for changes of one, and then the addresses to register there. */
export function IssuerForm({
  issuer,
  onClose,
}: {
  issuer?: Issuer | undefined;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(issuer?.name ?? '');
  const [address, setAddress] = useState('');
  const [clientId, setClientId] = useState(issuer?.clientId ?? '');
  const [secret, setSecret] = useState('');
  const [claim, setClaim] = useState(issuer?.groupsClaim ?? '');
  const [groups, setGroups] = useState(issuer ? linesOf(issuer.groupRoles).join('\n') : '');
  const [scopes, setScopes] = useState(issuer?.scopes?.join(' ') ?? '');
  const [subject, setSubject] = useState(issuer?.subjectClaim ?? 'sub');
  const [makesKey, setMakesKey] = useState(false);
  const [skips, setSkips] = useState(false);
  const [hasTime, setHasTime] = useState(issuer?.requireAuthTime ?? true);
  const [believes, setBelieves] = useState(issuer?.emailWithoutVerified ?? false);
  const saved = useChange(() => {
    const settings = {
      name,
      // The service checks each setting that it gets with the provider, so the form omits unchanged settings.
      ...(clientId.trim() !== issuer?.clientId && { clientId: clientId.trim() }),
      // The form does not show the stored secret: an empty field keeps it.
      ...(secret !== '' && { clientSecret: secret }),
      ...(makesKey && { clientKey: 'generate' }),
      ...(scopes.trim() !== (issuer?.scopes?.join(' ') ?? '') && {
        scopes: scopes.trim() === '' ? null : scopes.trim().split(/\s+/),
      }),
      ...(subject.trim() !== '' && { subjectClaim: subject.trim() }),
      ...(skips && { skipCheck: true }),
      groupsClaim: claim.trim() === '' ? null : claim.trim(),
      groupRoles: groupRolesOf(groups) as GroupRoles,
      requireAuthTime: hasTime,
      emailWithoutVerified: believes,
    };
    return issuer
      ? api.signIn.changeIssuer({ id: issuer.id, body: settings })
      : api.signIn.createIssuer({
          body: { ...settings, clientId: clientId.trim(), issuer: address.trim() },
        });
  }, [['issuers']]);
  if (saved.data) return <Addresses issuer={saved.data} onClose={onClose} />;
  return (
    <Form sending={saved} onCancel={onClose}>
      <Field label={t('issuers.name')} value={name} onChange={setName} isRequired autoFocus />
      {issuer ? (
        <p className="quiet">
          <Foreign text={issuer.issuer} />
        </p>
      ) : (
        <Field
          label={t('issuers.issuer')}
          value={address}
          onChange={setAddress}
          placeholder={t('issuers.example')}
          isRequired
        />
      )}
      <Field label={t('issuers.clientId')} value={clientId} onChange={setClientId} isRequired />
      <SecretField
        label={t(issuer?.hasClientSecret ? 'issuers.otherSecret' : 'issuers.secret')}
        value={secret}
        onChange={setSecret}
      />
      <Field label={t('issuers.claim')} value={claim} onChange={setClaim} />
      <Field label={t('issuers.groups')} value={groups} onChange={setGroups} lines />
      <Check label={t('issuers.time')} isSelected={hasTime} onChange={setHasTime} />
      <Check label={t('issuers.unverified')} isSelected={believes} onChange={setBelieves} />
      <details>
        <summary>{t('issuers.more')}</summary>
        <div className="stack">
          <Check label={t('issuers.makeKey')} isSelected={makesKey} onChange={setMakesKey} />
          <Field label={t('issuers.scopes')} value={scopes} onChange={setScopes} />
          <Field label={t('issuers.subject')} value={subject} onChange={setSubject} />
        </div>
      </details>
      {saved.isError && <Check label={t('issuers.skip')} isSelected={skips} onChange={setSkips} />}
    </Form>
  );
}

/** The addresses to register at an identity provider. */
export function Addresses({ issuer, onClose }: { issuer: Issuer; onClose: () => void }): ReactNode {
  return (
    <div className="stack">
      <p>{t('issuers.register')}</p>
      {(['redirectUri', 'logoutUri'] as const).map((field) => (
        <div key={field} className="stack-close">
          <h3>{t(`issuers.${field}`)}</h3>
          <pre className="panel">{issuer[field]}</pre>
          <CopyButton text={issuer[field]} />
        </div>
      ))}
      {issuer.publicKey && (
        <div className="stack-close">
          <h3>{t('issuers.publicKey')}</h3>
          <pre className="panel">{JSON.stringify(issuer.publicKey, null, 2)}</pre>
          <CopyButton text={JSON.stringify(issuer.publicKey)} />
        </div>
      )}
      <PlainButton look="primary" onPress={onClose} autoFocus>
        {t('app.close')}
      </PlainButton>
    </div>
  );
}

type RolesOfGroups = Record<string, readonly string[]>;

/** Groups and their roles as lines: `risk-team: analyst, reviewer`. */
export function linesOf(groupRoles: RolesOfGroups): string[] {
  return Object.entries(groupRoles).map(([group, roles]) => `${group}: ${roles.join(', ')}`);
}

/**
 * Returns the roles by group in lines of that form. A group may have several lines, and colons in its name; a role has
 * no colon.
 */
function groupRolesOf(lines: string): Record<string, string[]> {
  const rolesOf = new Map<string, Set<string>>();
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const at = line.lastIndexOf(':');
    const [group, roles] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    const given = roles.split(/[\s,]+/).filter((role) => role !== '');
    rolesOf.set(group.trim(), new Set([...(rolesOf.get(group.trim()) ?? []), ...given]));
  }
  return Object.fromEntries([...rolesOf].map(([group, roles]) => [group, [...roles]]));
}
