import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { instantOf } from '../../data/instant.ts';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { EVENT_TYPES } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/webhooks.ts';

type Typed = Record<string, string>;

/** Returns the times of a filter as the API accepts them; a time that is none is omitted. */
export function rangeOf({ from, to }: { from?: string; to?: string }): {
  from?: string;
  to?: string;
} {
  const isTime = (local: string | undefined): local is string =>
    local !== undefined && !Number.isNaN(Date.parse(`${local}Z`));
  return {
    ...(isTime(from) && { from: instantOf(from) }),
    ...(isTime(to) && { to: instantOf(to) }),
  };
}

/** The typed filters of a log: an event type of the catalogue or another one, further texts, and a range of time. */
export function LogFilters({
  type,
  fields = [],
  filters,
  onFilter,
  children,
}: {
  /** The name of the filter for event types. */
  type: string;
  /** Names of further filters with their labels. */
  fields?: readonly (readonly [string, string])[];
  filters: Typed;
  onFilter: (filters: Typed) => void;
  /** Choices, which filter at once. */
  children?: ReactNode;
}): ReactNode {
  const [typed, setTyped] = useState<Typed>({});
  const { data } = useQuery(EVENT_TYPES);
  const valueOf = (name: string): string => typed[name] ?? filters[name] ?? '';
  const set = (name: string) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <FilterForm
      onFilter={() => {
        const trimmed = Object.entries(typed).map(([name, value]) => [name, value.trim()]);
        setTyped({});
        onFilter({ ...filters, ...Object.fromEntries(trimmed) });
      }}
    >
      {children}
      <Field
        label={t('webhooks.event')}
        value={valueOf(type)}
        suggestions={data?.eventTypes.map((one) => one.type) ?? []}
        onChange={set(type)}
      />
      {fields.map(([name, label]) => (
        <Field key={name} label={label} value={valueOf(name)} onChange={set(name)} />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          label={`${t(`webhooks.${name}`)} (UTC)`}
          type="datetime-local"
          value={valueOf(name)}
          onChange={set(name)}
        />
      ))}
    </FilterForm>
  );
}
