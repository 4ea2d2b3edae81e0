import type { ReactNode } from 'react';
import { Foreign } from './foreign.tsx';
import { Time } from './time.tsx';

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
