import type { ReactNode } from 'react';
import { visible } from '../texts/text.ts';

/** BCP 47: the language where a script has one, otherwise the script alone. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'und-Hani'],
  [/\p{Script=Arabic}/u, 'und-Arab'],
  [/\p{Script=Cyrillic}/u, 'und-Cyrl'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
];

/** Returns the language of a text for screen readers; undefined for Latin letters, which have the language of the page. */
function languageOf(text: string): string | undefined {
  return LANGUAGES.find(([script]) => script.test(text))?.[1];
}

/** A text of another person or system, such as a name: isolated, so that its direction changes nothing around it. */
export function Foreign({ text }: { text: string }): ReactNode {
  const lang = languageOf(text);
  return (
    <bdi dir="auto" {...(lang !== undefined && { lang })}>
      {visible(text)}
    </bdi>
  );
}
