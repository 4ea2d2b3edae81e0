import type { ReactNode } from 'react';
import { visible } from '../texts/text.ts';

/** A text of somebody else, such as a name: isolated, so that its direction changes nothing around it. */
export function Foreign({ text, lang }: { text: string; lang?: string }): ReactNode {
  return (
    <bdi dir="auto" {...(lang !== undefined && { lang })}>
      {visible(text)}
    </bdi>
  );
}
