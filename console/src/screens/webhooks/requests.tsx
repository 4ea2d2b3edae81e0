import type { ReactNode } from 'react';
import { Check } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field, SecretField } from '../../parts/field.tsx';
import { t } from '../../texts/screens/webhooks.ts';
import { filterOf, headersOf, linesOf, type Body, type Shown } from './request-lines.ts';

/** The entered settings of requests to a receiver. The form does not show a stored secret: an empty field keeps it. */
export type Requests = {
  filter: string;
  headers: string;
  dropsHeaders: boolean;
  auth: 'kept' | 'none' | 'basic' | 'bearer';
  username: string;
  password: string;
  token: string;
  certificate: string;
  key: string;
  dropsCertificate: boolean;
};

export function requestsOf(webhook: Shown | undefined): Requests {
  return {
    filter: linesOf(webhook?.filter ?? {}).join('\n'),
    headers: '',
    dropsHeaders: false,
    auth: webhook?.auth ? 'kept' : 'none',
    username: '',
    password: '',
    token: '',
    certificate: '',
    key: '',
    dropsCertificate: false,
  };
}

function authOf({ auth, username, password, token }: Requests): NonNullable<Body['auth']> {
  if (auth === 'basic') return { type: auth, username, password };
  return auth === 'bearer' ? { type: auth, token: token.trim() } : {};
}

/** Returns the settings as the API accepts them. */
export function bodyOf(entered: Requests, webhook: Shown | undefined): Body {
  const { filter, headers, dropsHeaders, auth, certificate, key, dropsCertificate } = entered;
  const hasCertificate = certificate.trim() !== '' || key.trim() !== '';
  const isOther = auth !== 'kept' && (auth !== 'none' || webhook?.auth !== undefined);
  return {
    ...(filter !== requestsOf(webhook).filter && { filter: filterOf(filter) }),
    ...(headers.trim() !== '' && { headers: headersOf(headers) }),
    ...(dropsHeaders && { headers: {} }),
    ...(isOther && { auth: authOf(entered) }),
    ...(hasCertificate && { clientCertificate: { certificate, key } }),
    ...(dropsCertificate && { clientCertificate: {} }),
  };
}

const WAYS = ['none', 'basic', 'bearer'] as const;

/** The fields for the filter of events, and for the authentication in addition to the signature. */
export function RequestFields({
  entered,
  onChange,
  webhook,
}: {
  entered: Requests;
  onChange: (entered: Requests) => void;
  webhook: Shown | undefined;
}): ReactNode {
  const set =
    <Name extends keyof Requests>(name: Name) =>
    (value: Requests[Name]): void =>
      onChange({ ...entered, [name]: value });
  const ways = webhook?.auth ? (['kept', ...WAYS] as const) : WAYS;
  return (
    <details>
      <summary>{t('webhooks.more')}</summary>
      <div className="stack">
        <Field
          label={t('webhooks.filterLines')}
          value={entered.filter}
          onChange={set('filter')}
          note={t('webhooks.filterNote')}
          lines
        />
        <Field
          label={t('webhooks.headerLines')}
          value={entered.headers}
          onChange={set('headers')}
          note={
            webhook?.headerNames
              ? t('webhooks.headersSet', { names: webhook.headerNames.join(', ') })
              : t('webhooks.headersNote')
          }
          lines
        />
        {webhook?.headerNames && (
          <Check
            label={t('webhooks.dropHeaders')}
            isSelected={entered.dropsHeaders}
            onChange={set('dropsHeaders')}
          />
        )}
        <Choice
          label={t('webhooks.auth')}
          options={ways.map((way) => {
            return { id: way, text: t(`webhooks.auth.${way}`) };
          })}
          value={entered.auth}
          onChange={set('auth')}
        />
        {entered.auth === 'basic' && (
          <>
            <Field
              label={t('webhooks.username')}
              value={entered.username}
              onChange={set('username')}
              isRequired
            />
            <SecretField
              label={t('webhooks.password')}
              value={entered.password}
              onChange={set('password')}
            />
          </>
        )}
        {entered.auth === 'bearer' && (
          <SecretField
            label={t('webhooks.token')}
            value={entered.token}
            onChange={set('token')}
            isRequired
          />
        )}
        <Field
          label={t('webhooks.certificate')}
          value={entered.certificate}
          onChange={set('certificate')}
          note={webhook?.clientCertificate && t('webhooks.certificateSet')}
          lines
        />
        <Field label={t('webhooks.key')} value={entered.key} onChange={set('key')} lines />
        {webhook?.clientCertificate && (
          <Check
            label={t('webhooks.dropCertificate')}
            isSelected={entered.dropsCertificate}
            onChange={set('dropsCertificate')}
          />
        )}
      </div>
    </details>
  );
}
