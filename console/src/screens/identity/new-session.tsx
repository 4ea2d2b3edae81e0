import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { all } from '../../parts/choice.tsx';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Check, Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t as identityText } from '../../texts/screens/identity.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/verification-sessions.ts';

type Step = Operations['createIdentitySession']['input']['body']['steps'][number];

/** The steps in the order in which they run; a consent comes before them. */
const STEPS = all<Exclude<Step, 'consent'>>({
  bvn: true,
  nin: true,
  account: true,
  liveness: true,
  face_match: true,
  screen: true,
  enrol: true,
});
const NO_CONSENT = { purpose: '', textVersion: '', text: '' };

/** The form for a verification session. It leads to the session. */
export function NewSession({ onCancel }: { onCancel: () => void }): ReactNode {
  const goOn = useGoOn();
  const [subjectId, setSubjectId] = useState('');
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [steps, setSteps] = useState<readonly (typeof STEPS)[number][]>([]);
  const [consent, setConsent] = useState<typeof NO_CONSENT>();
  const created = useChange(
    () =>
      api.identity.createSession({
        body: {
          subjectId: subjectId.trim(),
          steps: [...(consent ? (['consent'] as const) : []), ...steps],
          person: { firstName, lastName },
          ...(consent && { consent }),
        },
      }),
    [['verification sessions']],
    ({ id }) => void goOn({ to: '/sessions/$id', params: { id } }),
  );
  return (
    <Form
      sending={created}
      save={t('vsessions.create')}
      isReady={steps.length > 0}
      onCancel={onCancel}
    >
      <Field
        label={t('cases.customerId')}
        value={subjectId}
        onChange={setSubjectId}
        isRequired
        autoFocus
      />
      <Field
        label={identityText('verify.firstName')}
        value={firstName}
        onChange={setFirstName}
        isRequired
      />
      <Field
        label={identityText('verify.lastName')}
        value={lastName}
        onChange={setLastName}
        isRequired
      />
      <Checks
        label={t('vsessions.steps')}
        options={STEPS}
        value={steps}
        onChange={(chosen) => setSteps(STEPS.filter((step) => chosen.includes(step)))}
        textOf={wordsOf}
      />
      <Check
        label={t('vsessions.withConsent')}
        isSelected={consent !== undefined}
        onChange={(isOn) => setConsent(isOn ? NO_CONSENT : undefined)}
      />
      {consent && (
        <>
          <Field
            label={identityText('consent.purpose')}
            value={consent.purpose}
            onChange={(purpose) => setConsent({ ...consent, purpose })}
            isRequired
          />
          <Field
            label={identityText('consent.textVersion')}
            value={consent.textVersion}
            onChange={(textVersion) => setConsent({ ...consent, textVersion })}
            isRequired
          />
          <Field
            label={t('vsessions.text')}
            value={consent.text}
            onChange={(text) => setConsent({ ...consent, text })}
            lines
            isRequired
          />
        </>
      )}
    </Form>
  );
}
