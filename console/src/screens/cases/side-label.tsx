import type { ReactNode } from 'react';
import { COLON } from '../../texts/text.ts';

/** The name of a side of a hit, before its value. */
export function SideLabel({ text }: { text: string }): ReactNode {
  return (
    <span className="quiet">
      {text}
      {COLON}
    </span>
  );
}
