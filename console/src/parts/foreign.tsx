import type { ReactNode } from 'react';

/**
 * A text of somebody else, such as a name: isolated, so that its direction changes nothing around it, and with characters
 * that nobody sees made visible (Unicode TR 36, section 3).
 */
export function Foreign({ text, lang }: { text: string; lang?: string }): ReactNode {
  const shown = text.replaceAll(
    /(?![\t\n])[\p{Cc}\p{Cf}]/gu,
    (char) => `‹U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`,
  );
  return (
    <bdi dir="auto" {...(lang !== undefined && { lang })}>
      {shown}
    </bdi>
  );
}
