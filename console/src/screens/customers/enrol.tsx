import { useState, type ReactNode } from 'react';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { identifierText } from '../../parts/asked.tsx';
import { Check, Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import type { Customer } from '../../queries/customers.ts';
import { kindText } from '../../texts/text.ts';
import { t } from '../../texts/screens/customers.ts';
import { NOTHING, questionOf, type Known } from '../search/known.ts';
import { More } from '../search/more.tsx';

/** The kinds of global lists; the organization's own blocklists are always included. */
const KINDS = ['sanctions', 'pep', 'adverse_media'] as const;

function knownOf(customer: Customer): Known {
  return {
    ...NOTHING,
    dob: customer.birthDate ?? customer.dob ?? '',
    country: customer.country ?? '',
    aliases: customer.aliases?.join('\n') ?? '',
    type: (customer.type as Known['type'] | undefined) ?? '',
    gender: (customer.gender as Known['gender'] | undefined) ?? '',
    birthPlace: customer.birthPlace ?? '',
    nationality: customer.nationality?.join(', ') ?? '',
    addresses: customer.addresses?.join('\n') ?? '',
  };
}

/**
 * The form that enrols a customer, who is screened now and after each change of a list, or changes all facts of an enrolled
 * one. It leads to the customer.
 */
export function Enrol({
  customer,
  id = '',
  onCancel,
}: {
  customer?: Customer | undefined;
  /** The id of a customer who is not enrolled. */
  id?: string;
  onCancel: () => void;
}): ReactNode {
  const goOn = useGoOn();
  const [subjectId, setSubjectId] = useState(customer?.subjectId ?? id);
  const [name, setName] = useState(customer?.name ?? '');
  const [known, setKnown] = useState(customer ? knownOf(customer) : NOTHING);
  const [kinds, setKinds] = useState<readonly (typeof KINDS)[number][]>(
    KINDS.filter((kind) => customer?.kinds.includes(kind) ?? true),
  );
  const [threshold, setThreshold] = useState(customer ? String(customer.threshold) : '');
  const [isRemoving, setRemoving] = useState(false);
  const stored = customer?.identifiers ?? [];
  const change = (part: Partial<Known>): void => setKnown((before) => ({ ...before, ...part }));
  const enrolled = useChange(
    () =>
      api.continuousScreening.enrolSubject({
        body: {
          subjectId: subjectId.trim(),
          name,
          ...questionOf(known),
          ...(stored.length > 0 && { keepIdentifiers: !isRemoving }),
          ...(kinds.length < KINDS.length && { kinds: [...kinds, 'tenant_blocklist'] }),
          ...(threshold !== '' && { threshold: Number(threshold) }),
        },
      }),
    [['hits'], ['subject'], ['subjects'], ['today']],
    ({ subjectId: to }) => {
      if (customer) onCancel();
      else void goOn({ to: '/subjects/$id', params: { id: to } });
    },
  );
  return (
    <Form sending={enrolled} save={t(customer ? 'app.save' : 'enrol.do')} onCancel={onCancel}>
      {!customer && (
        <Field
          label={t('cases.customerId')}
          value={subjectId}
          onChange={setSubjectId}
          isRequired
          autoFocus
        />
      )}
      <Field
        label={t('hit.name')}
        value={name}
        onChange={setName}
        isRequired
        autoFocus={customer !== undefined}
      />
      <Field
        label={t('enrol.dob')}
        value={known.dob}
        onChange={(dob) => change({ dob })}
        placeholder="1980-02-29"
      />
      <Field
        label={t('customers.country')}
        value={known.country}
        onChange={(country) => change({ country })}
        placeholder="NG"
      />
      <More known={known} onChange={change} />
      {stored.length > 0 && (
        <div className="stack-close">
          <p>{t('enrol.numbers', { numbers: stored.map(identifierText).join(', ') })}</p>
          <Check label={t('enrol.removes')} isSelected={isRemoving} onChange={setRemoving} />
        </div>
      )}
      <Checks
        label={t('enrol.kinds')}
        options={KINDS}
        value={kinds}
        onChange={setKinds}
        textOf={kindText}
      />
      <Field
        label={t('enrol.threshold')}
        type="number"
        value={threshold}
        onChange={setThreshold}
        placeholder="85"
      />
      <p className="small quiet">{t('enrol.again')}</p>
    </Form>
  );
}
