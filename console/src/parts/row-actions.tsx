import type { ReactNode } from 'react';
import { PlainButton } from './button.tsx';

/** The buttons of a row, whose name distinguishes them for screen readers. */
export function RowActions<What extends string>({
  name,
  actions,
  textOf,
  onPress,
}: {
  name: string;
  actions: readonly What[];
  textOf: (what: What) => string;
  onPress: (what: What) => void;
}): ReactNode {
  return actions.map((what) => (
    <PlainButton
      key={what}
      look="quiet"
      aria-label={`${textOf(what)}: ${name}`}
      onPress={() => onPress(what)}
    >
      {textOf(what)}
    </PlainButton>
  ));
}
