import type { ReactNode } from 'react';
import { PlainButton } from './button.tsx';

/** The buttons of a row; the id of the row tells them apart for those who hear them. */
export function RowActions<What extends string>({
  id,
  actions,
  textOf,
  onPress,
}: {
  id: string;
  actions: readonly What[];
  textOf: (what: What) => string;
  onPress: (what: What) => void;
}): ReactNode {
  return actions.map((what) => (
    <PlainButton
      key={what}
      look="quiet"
      aria-label={`${textOf(what)}: ${id}`}
      onPress={() => onPress(what)}
    >
      {textOf(what)}
    </PlainButton>
  ));
}
