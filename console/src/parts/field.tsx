import {
  useId,
  type FocusEventHandler,
  type KeyboardEventHandler,
  type ReactNode,
  type ComponentProps,
} from 'react';
import { t } from '../texts/text.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** True if it takes several lines. */
  lines?: boolean;
  /** A `date` is a day as the API has it, in every locale. */
  type?: 'text' | 'date' | 'datetime-local' | 'number' | 'email' | 'password';
  /** True for a secret that is not the person's password: the browser neither fills in nor stores a password. */
  autoComplete?: 'new-password';
  placeholder?: string;
  /** Suggested texts; others can be entered. */
  suggestions?: readonly string[];
  isRequired?: boolean;
  /** A line below the field: the form of what is entered, or the mistake in it. */
  note?: string | undefined;
  isWrong?: boolean;
  autoFocus?: boolean;
  /** True if only screen readers get the label. */
  hidesLabel?: boolean;
  id?: string;
  onKeyDown?: KeyboardEventHandler;
  onFocus?: FocusEventHandler<HTMLInputElement | HTMLTextAreaElement>;
  onBlur?: () => void;
};

/** A field for text with its label. */
export function Field({
  label,
  onChange,
  lines = false,
  isRequired = false,
  suggestions,
  type,
  note = type === 'date' ? t('app.date') : undefined,
  isWrong = false,
  hidesLabel = false,
  id,
  ...props
}: Props): ReactNode {
  const ownId = useId();
  const common = {
    ...props,
    ...(type === 'date' ? { pattern: '\\d{4}-\\d\\d-\\d\\d', title: note } : type && { type }),
    id: id ?? ownId,
    className: 'input',
    required: isRequired,
    ...(isWrong && { 'aria-invalid': true }),
    ...(note !== undefined && { 'aria-describedby': `${id ?? ownId}-note` }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="field">
      <label className={hidesLabel ? 'hidden-text' : 'field-label'} htmlFor={common.id}>
        {label}
      </label>
      {lines ? (
        <textarea {...common} />
      ) : (
        <input {...common} list={suggestions && `${common.id}-texts`} />
      )}
      {note !== undefined && (
        <span id={`${common.id}-note`} className={isWrong ? 'small bad' : 'small quiet'}>
          {note}
        </span>
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

/** A field for a secret that the browser neither fills in nor keeps. */
export function SecretField(props: Omit<Props, 'type' | 'autoComplete' | 'lines'>): ReactNode {
  return <Field {...props} type="password" autoComplete="new-password" />;
}

type NamedProps = Omit<ComponentProps<typeof Field>, 'suggestions'> & {
  /** The names that a person reads and types, by codes; undefined if codes have no names. */
  names: Readonly<Record<string, string>> | undefined;
};

/** A field for a code that has a name. It suggests the names, and takes codes too. */
export function NamedField({ names = {}, value, onChange, ...props }: NamedProps): ReactNode {
  return (
    <Field
      {...props}
      suggestions={Object.values(names)}
      value={names[value] ?? value}
      onChange={(text) =>
        onChange(Object.keys(names).find((code) => names[code] === text.trim()) ?? text)
      }
    />
  );
}
