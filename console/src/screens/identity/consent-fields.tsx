import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Check } from '../../parts/checks.tsx';
import { Choice, all } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';

export type Consent = NonNullable<Operations['verifyIdentity']['input']['body']['consent']>;

const CHANNELS = all<Consent['channel']>({
  web: true,
  app: true,
  ussd: true,
  message: true,
  call: true,
  branch: true,
  agent: true,
  paper: true,
});
const EMPTY: Consent = {
  purpose: '',
  textVersion: '',
  channel: 'branch',
  givenAt: '',
  reference: '',
};

/** The consent of the person who is verified; undefined for none. */
export function ConsentFields({
  value,
  onChange,
}: {
  value: Consent | undefined;
  onChange: (value: Consent | undefined) => void;
}): ReactNode {
  const field = (name: 'purpose' | 'textVersion' | 'givenAt' | 'reference', consent: Consent) => (
    <Field
      label={t(`consent.${name}`)}
      value={consent[name]}
      onChange={(text) => onChange({ ...consent, [name]: text })}
      isRequired
      {...(name === 'givenAt' && { type: 'date' })}
    />
  );
  return (
    <>
      <Check
        label={t('consent.with')}
        isSelected={value !== undefined}
        onChange={(isOn) => onChange(isOn ? EMPTY : undefined)}
      />
      {value && (
        <>
          {field('purpose', value)}
          {field('textVersion', value)}
          <Choice
            label={t('consent.channel')}
            options={CHANNELS.map((id) => ({ id, text: wordsOf(id) }))}
            value={value.channel}
            onChange={(channel) => onChange({ ...value, channel })}
          />
          {field('givenAt', value)}
          {field('reference', value)}
        </>
      )}
    </>
  );
}
