import type { ReactNode } from 'react';
import { t } from '../texts/screens/range.ts';
import { Field } from './field.tsx';

/** The typed ends of a range of time. */
type Range = { from?: string; to?: string };

/** The fields of a range of time in UTC. The end is not part of the range. */
export function RangeFields({
  typed,
  onChange,
}: {
  typed: Range;
  onChange: (part: Range) => void;
}): ReactNode {
  return (['from', 'to'] as const).map((name) => (
    <Field
      key={name}
      label={`${t(`range.${name}`)} (UTC)`}
      type="datetime-local"
      value={typed[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
    />
  ));
}
