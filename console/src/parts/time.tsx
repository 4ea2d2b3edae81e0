import type { ReactNode } from 'react';
import { ageText, timeText, zonedText } from '../texts/text.ts';

/** A time, to the second if `exact`; its title contains the time zone. */
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
      <span className="no-print">{age ? ageText(at) : text}</span>
    </time>
  );
}
