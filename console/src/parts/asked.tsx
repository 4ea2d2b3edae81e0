import type { ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { wordsOf } from '../texts/text.ts';
import { t } from '../texts/screens/asked.ts';
import { Foreign } from './foreign.tsx';

type Asked = Pick<
  Operations['getScreening']['data']['query'],
  | 'aliases'
  | 'identifiers'
  | 'type'
  | 'gender'
  | 'birthDate'
  | 'birthPlace'
  | 'nationality'
  | 'addresses'
>;
type Identifier = NonNullable<Asked['identifiers']>[number];

/** Returns the text of an identifier, of which only the last characters are stored. */
export function identifierText({ kind, country, lastFour }: Identifier): string {
  return [wordsOf(kind), country, '…', lastFour].filter(Boolean).join(' ');
}

function lines(texts: readonly string[] | undefined): ReactNode {
  return texts?.map((text) => (
    <div key={text}>
      <Foreign text={text} />
    </div>
  ));
}

/** The rows for `Facts` with aliases, numbers and facts of a person or an organization. */
export function askedRows(asked: Asked): [string, ReactNode][] {
  const { aliases, identifiers, type, gender, birthDate, birthPlace, nationality } = asked;
  return [
    [t('asked.aliases'), lines(aliases)],
    [t('asked.identifiers'), lines(identifiers?.map(identifierText))],
    [t('asked.type'), type && wordsOf(type)],
    [t('asked.gender'), gender && wordsOf(gender)],
    [t('asked.birthDate'), birthDate],
    [t('asked.birthPlace'), birthPlace && <Foreign key="place" text={birthPlace} />],
    [t('asked.nationality'), nationality?.join(', ')],
    [t('asked.addresses'), lines(asked.addresses)],
  ];
}
