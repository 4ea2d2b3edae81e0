import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { RangeFields } from '../../parts/range-fields.tsx';
import { EVENT_TYPES, WEBHOOKS } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { visible } from '../../texts/text.ts';

type Typed = Record<string, string>;

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
  /** Choices that filter immediately. */
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
      <RangeFields
        typed={{ ...filters, ...typed }}
        onChange={(part) => setTyped({ ...typed, ...part })}
      />
    </FilterForm>
  );
}

/** Returns a function that returns the name of a webhook, or the id of a deleted one. */
export function useWebhookNames(): (id: string) => string {
  const { data } = useQuery(WEBHOOKS);
  const names = new Map(data?.webhooks.map(({ id, name }) => [id, visible(name)]));
  return (id) => names.get(id) ?? id;
}
