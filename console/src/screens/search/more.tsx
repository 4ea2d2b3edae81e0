import type { ReactNode } from 'react';
import { PlainButton } from '../../parts/button.tsx';
import { Choice, all } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/asked.ts';
import type { Identifier, Known } from './known.ts';

const KINDS = all<Identifier['kind']>({
  passport: true,
  national_id: true,
  tax_id: true,
  company_number: true,
  lei: true,
  bic: true,
  iban: true,
  imo: true,
  mmsi: true,
  call_sign: true,
  tail_number: true,
  wallet: true,
  other: true,
});
const MAX_IDENTIFIERS = 20;
const TYPES = [
  '',
  ...all<Exclude<Known['type'], ''>>({
    person: true,
    organization: true,
    vessel: true,
    aircraft: true,
  }),
] as const;
const GENDERS = ['', ...all<Exclude<Known['gender'], ''>>({ female: true, male: true })] as const;

function options<Id extends string>(ids: readonly Id[]) {
  return ids.map((id) => ({ id, text: id === '' ? t('asked.any') : wordsOf(id) }));
}

/** The fields for aliases, numbers and facts. All values are sent in the body of a request. */
export function More({
  known,
  onChange,
}: {
  known: Known;
  onChange: (change: Partial<Known>) => void;
}): ReactNode {
  return (
    <details>
      <summary>{t('asked.more')}</summary>
      <div className="stack-close">
        <div className="toolbar">
          <Field
            label={t('asked.aliasLines')}
            lines
            value={known.aliases}
            onChange={(aliases) => onChange({ aliases })}
          />
          <Field
            label={t('asked.addressLines')}
            lines
            value={known.addresses}
            onChange={(addresses) => onChange({ addresses })}
          />
        </div>
        <div className="toolbar">
          <Choice
            label={t('asked.type')}
            options={options(TYPES)}
            value={known.type}
            onChange={(type) => onChange({ type })}
          />
          <Choice
            label={t('asked.gender')}
            options={options(GENDERS)}
            value={known.gender}
            onChange={(gender) => onChange({ gender })}
          />
          <Field
            label={t('asked.birthPlace')}
            value={known.birthPlace}
            onChange={(birthPlace) => onChange({ birthPlace })}
          />
          <Field
            label={t('asked.nationalities')}
            value={known.nationality}
            onChange={(nationality) => onChange({ nationality })}
            placeholder="NG, GH"
          />
        </div>
        <Identifiers
          identifiers={known.identifiers}
          onChange={(identifiers) => onChange({ identifiers })}
        />
      </div>
    </details>
  );
}

function Identifiers({
  identifiers,
  onChange,
}: {
  identifiers: Known['identifiers'];
  onChange: (identifiers: Known['identifiers']) => void;
}): ReactNode {
  const change = (at: number, part: Partial<Known['identifiers'][number]>): void =>
    onChange(identifiers.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <>
      {identifiers.map(({ kind, value, country }, at) => {
        const number = numberText(at + 1);
        return (
          <div className="toolbar" key={at}>
            <Choice
              label={t('asked.kind', { number })}
              options={options(KINDS)}
              value={kind}
              onChange={(changed) => change(at, { kind: changed })}
            />
            <Field
              label={t('asked.value', { number })}
              value={value}
              onChange={(changed) => change(at, { value: changed })}
            />
            <Field
              label={t('asked.issuer', { number })}
              value={country}
              onChange={(changed) => change(at, { country: changed })}
              placeholder="NG"
            />
            <PlainButton look="quiet" onPress={() => onChange(identifiers.toSpliced(at, 1))}>
              {t('asked.removeIdentifier', { number })}
            </PlainButton>
          </div>
        );
      })}
      <div className="toolbar">
        <PlainButton
          isDisabled={identifiers.length >= MAX_IDENTIFIERS}
          onPress={() => onChange([...identifiers, { kind: 'passport', value: '', country: '' }])}
        >
          {t('asked.addIdentifier')}
        </PlainButton>
      </div>
    </>
  );
}
