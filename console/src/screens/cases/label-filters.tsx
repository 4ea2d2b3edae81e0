import { useState, type ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { t } from '../../texts/screens/case-labels.ts';

/** The form that filters cases by type and tag. */
export function LabelFilters({
  type = '',
  tag = '',
  onChange,
}: {
  type: string | undefined;
  tag: string | undefined;
  onChange: (labels: { type: string | undefined; tag: string | undefined }) => void;
}): ReactNode {
  const [typed, setTyped] = useState({ type, tag });
  const labelOf = (text: string): string | undefined => text.trim().toLowerCase() || undefined;
  return (
    <FilterForm onFilter={() => onChange({ type: labelOf(typed.type), tag: labelOf(typed.tag) })}>
      <Field
        label={t('labels.type')}
        value={typed.type}
        onChange={(one) => setTyped({ ...typed, type: one })}
      />
      <Field
        label={t('labels.tag')}
        value={typed.tag}
        onChange={(one) => setTyped({ ...typed, tag: one })}
      />
    </FilterForm>
  );
}
