import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'suggestions'> & {
  /** The names that a person reads and types, by codes; undefined if codes have no names. */
  names: Readonly<Record<string, string>> | undefined;
};

/** A field for a code that has a name. It suggests the names, and takes codes too. */
export function NamedField({ names = {}, value, onChange, ...props }: Props): ReactNode {
  return (
    <Field
      {...props}
      suggestions={Object.values(names)}
      value={names[value] ?? value}
      onChange={(text) =>
        onChange(Object.keys(names).find((code) => names[code] === text) ?? text.trim())
      }
    />
  );
}
