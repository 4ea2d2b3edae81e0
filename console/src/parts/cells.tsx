import type { ReactNode } from 'react';
import { Foreign } from './foreign.tsx';
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
      {age ? ageText(at) : text}
    </time>
  );
}

/** A time in a cell; a dash if there is none. */
export function timeCell(at: string | null | undefined, age = false): ReactNode {
  return at ? <Time at={at} age={age} /> : '–';
}

/** A text of another person or system in a cell; a dash if there is none. */
export function textCell(text: string | null | undefined): ReactNode {
  return text ? <Foreign text={text} /> : '–';
}

/** A name with the id of the object. */
export function namedCell(name: string, id: string): ReactNode {
  return (
    <>
      <Foreign text={name} /> <span className="quiet small code">{id}</span>
    </>
  );
}
