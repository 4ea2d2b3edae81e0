import type { ReactNode } from 'react';
import { ageText, timeText, zonedText } from '../texts/text.ts';

/** A moment; its zone is told on hovering and to screen readers. */
export function Time({ at, age = false }: { at: string; age?: boolean }): ReactNode {
  return (
    <time dateTime={at} title={zonedText(at)}>
      {age ? ageText(at) : timeText(at)}
    </time>
  );
}
