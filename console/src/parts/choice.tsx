import { useId, type ReactNode } from 'react';
import { visible } from '../texts/text.ts';

type Option<Id extends string> = { id: Id; text: string };

/** A choice of one option. Each text has its own direction, because some are foreign texts. */
export function Choice<Id extends string>({
  label,
  options,
  value,
  onChange,
  autoFocus,
}: {
  label: string;
  options: readonly Option<Id>[];
  value: Id;
  onChange: (value: Id) => void;
  autoFocus?: boolean;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        className="input"
        id={id}
        value={value}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value as Id)}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id} dir="auto">
            {visible(option.text)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns every value of a type, in this order. A value that is missing does not compile. */
export function all<Value extends string>(values: Record<Value, true>): Value[] {
  return Object.keys(values) as Value[];
}
