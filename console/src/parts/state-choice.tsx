import type { ReactNode } from 'react';
import { Choice } from './choice.tsx';

const ALL = 'all';

/** A choice of one state, or of all. */
export function StateChoice<State extends string>({
  label,
  all,
  states,
  textOf,
  value,
  onChange,
}: {
  label: string;
  /** The text for all states. */
  all: string;
  states: readonly State[];
  textOf: (state: State) => string;
  /** Undefined for all states. */
  value: State | undefined;
  onChange: (state: State | undefined) => void;
}): ReactNode {
  return (
    <Choice<State | typeof ALL>
      label={label}
      options={[{ id: ALL, text: all }, ...states.map((id) => ({ id, text: textOf(id) }))]}
      value={value ?? ALL}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  );
}
