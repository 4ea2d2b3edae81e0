import type { ReactNode } from 'react';
import { t } from '../texts/screens/range.ts';
import { Field } from './field.tsx';

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

/** Returns the time, as the API takes it, for the value of a `datetime-local` field in UTC. */
export function instantOf(local: string): string {
  return new Date(`${local}Z`).toISOString();
}

/** The typed ends of a range of time. */
type Range = { from?: string; to?: string };

/** Returns the same for the ends of a range. An end that is empty, or not a time, is omitted. */
export function rangeOf({ from, to }: Range): Range {
  const isTime = (local: string | undefined): local is string =>
    local !== undefined && !Number.isNaN(Date.parse(`${local}Z`));
  return {
    ...(isTime(from) && { from: instantOf(from) }),
    ...(isTime(to) && { to: instantOf(to) }),
  };
}
