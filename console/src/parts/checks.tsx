import type { ReactNode } from 'react';

/** A checkbox. */
export function Check({
  label,
  isSelected,
  isDisabled,
  onChange,
}: {
  label: ReactNode;
  isSelected: boolean;
  isDisabled?: boolean;
  onChange: (isSelected: boolean) => void;
}): ReactNode {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

/** A choice of several options. */
export function Checks<Id extends string>({
  label,
  options,
  value,
  onChange,
  textOf,
  noteOf,
}: {
  label: string;
  options: readonly Id[];
  value: readonly Id[];
  onChange: (value: Id[]) => void;
  /** Returns the text of an option; by default, the option itself. */
  textOf?: (option: Id) => string;
  /** Returns a short text next to an option. */
  noteOf?: (option: Id) => string | undefined;
}): ReactNode {
  return (
    <fieldset className={noteOf ? 'checks noted' : 'checks'}>
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <Check
          key={option}
          label={
            <span>
              {textOf ? textOf(option) : <span className="code">{option}</span>}{' '}
              {noteOf && <span className="small quiet">{noteOf(option)}</span>}
            </span>
          }
          isSelected={value.includes(option)}
          onChange={(on) =>
            onChange(options.filter((id) => (id === option ? on : value.includes(id))))
          }
        />
      ))}
    </fieldset>
  );
}
