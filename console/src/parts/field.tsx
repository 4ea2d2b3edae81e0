import { useId, type KeyboardEventHandler, type ReactNode } from 'react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** It is for more than one line. */
  lines?: boolean;
  type?: 'text' | 'date' | 'datetime-local' | 'number' | 'email' | 'password';
  /** A secret of something else: the browser fills in no password of the person, and keeps none. */
  autoComplete?: 'new-password';
  placeholder?: string;
  /** Texts that are offered; others can be entered. */
  suggestions?: readonly string[];
  isRequired?: boolean;
  autoFocus?: boolean;
  id?: string;
  onKeyDown?: KeyboardEventHandler;
};

/** A field for text with its label. */
export function Field({
  label,
  onChange,
  lines = false,
  isRequired = false,
  suggestions,
  id,
  ...props
}: Props): ReactNode {
  const ownId = useId();
  const common = {
    ...props,
    id: id ?? ownId,
    className: 'input',
    required: isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={common.id}>
        {label}
      </label>
      {lines ? (
        <textarea {...common} />
      ) : (
        <input {...common} list={suggestions && `${common.id}-texts`} />
      )}
      {suggestions && (
        <datalist id={`${common.id}-texts`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}
