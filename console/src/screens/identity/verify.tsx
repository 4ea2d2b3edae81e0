import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/problem.tsx';
import { IDENTITY_KINDS } from '../../queries/identity.ts';
import { t } from '../../texts/screens/identity.ts';
import { ConsentFields, type Consent } from './consent-fields.tsx';

type Kind = Operations['listIdentityKinds']['data']['kinds'][number];
type Asked = Operations['verifyIdentity']['input']['body'];

/** The customer whose number is verified. */
type Verified = { subjectId: string; name?: string; dob?: string | null };

function idOf({ country, kind }: Kind): string {
  return `${country} ${kind}`;
}

/** The form that asks registers whether a number belongs to a name, and then opens the answer. */
export function Verify({
  customer,
  onCancel,
}: {
  customer?: Verified;
  onCancel: () => void;
}): ReactNode {
  const query = useQuery(IDENTITY_KINDS);
  return (
    <One query={query}>
      {({ kinds }) => {
        const [first] = kinds;
        if (first)
          return <VerifyOne kinds={kinds} first={first} customer={customer} onCancel={onCancel} />;
        return <NoKinds onClose={onCancel} />;
      }}
    </One>
  );
}

/** The message if no provider verifies numbers, because all of them only compare faces. */
function NoKinds({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <div className="stack">
      <p>{t('verify.noKinds')}</p>
      <PlainButton look="primary" onPress={onClose} autoFocus>
        {t('app.close')}
      </PlainButton>
    </div>
  );
}

function VerifyOne({
  kinds,
  first,
  customer,
  onCancel,
}: {
  kinds: readonly Kind[];
  /** Selected until the person chooses another kind, and again if that kind disappears. */
  first: Kind;
  customer: Verified | undefined;
  onCancel: () => void;
}): ReactNode {
  const goOn = useGoOn();
  const words = customer?.name?.split(/\s+/) ?? [];
  const [subjectId, setSubjectId] = useState(customer?.subjectId ?? '');
  const [chosen, setChosen] = useState(idOf(first));
  const [identifier, setIdentifier] = useState('');
  const [bankCode, setBankCode] = useState('');
  const [firstName, setFirstName] = useState(words.slice(0, -1).join(' '));
  const [lastName, setLastName] = useState(words.at(-1) ?? '');
  const [dateOfBirth, setDateOfBirth] = useState(customer?.dob ?? '');
  const [consent, setConsent] = useState<Consent>();
  const kind = kinds.find((one) => idOf(one) === chosen) ?? first;
  const verified = useChange(
    () =>
      api.identity.verify({
        body: {
          subjectId: subjectId.trim(),
          country: kind.country,
          kind: kind.kind as Asked['kind'],
          identifier: identifier.trim(),
          ...(kind.bankCode && { bankCode: bankCode.trim() }),
          matchAgainst: { firstName, lastName, ...(dateOfBirth !== '' && { dateOfBirth }) },
          ...(consent && { consent }),
        },
      }),
    [['verifications'], ['today'], ['usage']],
    ({ verificationId: id }) => void goOn({ to: '/verifications/$id', params: { id } }),
  );
  return (
    <Form sending={verified} save={t('verify.do')} onCancel={onCancel}>
      <Field
        label={t('cases.customerId')}
        value={subjectId}
        onChange={setSubjectId}
        isRequired
        autoFocus
      />
      <Choice
        label={t('verifications.kind')}
        options={kinds.map((one) => {
          return { id: idOf(one), text: `${one.country} · ${one.name}` };
        })}
        value={idOf(kind)}
        onChange={setChosen}
      />
      <Field
        label={t('verify.number')}
        value={identifier}
        onChange={setIdentifier}
        placeholder={kind.example}
        isRequired
      />
      {kind.bankCode && (
        <Field label={t('verify.bankCode')} value={bankCode} onChange={setBankCode} isRequired />
      )}
      <Field label={t('verify.firstName')} value={firstName} onChange={setFirstName} isRequired />
      <Field label={t('verify.lastName')} value={lastName} onChange={setLastName} isRequired />
      <Field label={t('hit.dob')} type="date" value={dateOfBirth} onChange={setDateOfBirth} />
      <ConsentFields value={consent} onChange={setConsent} />
      <p className="small quiet">{t('verify.costs')}</p>
    </Form>
  );
}
