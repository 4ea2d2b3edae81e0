import type { ReactNode } from 'react';
import { ageText, timeText, zonedText } from '../texts/text.ts';

/** A moment, to the second where each counts; its zone is told on hovering and to screen readers. */
export function Time({
  at,
  age = false,
  exact = false,
}: {
  at: string;
  age?: boolean;
  exact?: boolean;
}): ReactNode {
  const text = exact ? zonedText(at) : timeText(at);
  return (
    <time dateTime={at} title={zonedText(at)}>
      {age ? ageText(at) : text}
    </time>
  );
}
