import type { SignedCase } from '../../queries/case.ts';
import { t } from '../../texts/screens/case-file.ts';

/** Names for the ids in a case file. */
export type Names = {
  /** The name of a person or a key. */
  caller: (id: string) => string;
  /** The name of a customer. */
  customer: (id: string) => string;
  /** The text with names and numbers of parts for the ids in it. */
  inText: (text: string) => string;
};

const ANY_ID = /\b[a-z]{2,16}_[0-9a-z]{26}\b/g;

/** Returns the names of everything in the file that has an id. */
export function namesIn({ callers, subjects, hits, notes, files, items }: SignedCase): Names {
  const called = new Map(callers.map(({ id, name }) => [id, name]));
  const customers = new Map(subjects.map(({ subjectId, name }) => [subjectId, name]));
  const caller = (id: string): string => {
    const name = called.get(id);
    if (!name) return id;
    return id.startsWith('key_') ? t('file.key', { name }) : name;
  };
  const parts = new Map<string, string>([
    ...hits.map(({ id }, i) => [id, t('file.shortHit', { number: i + 1 })] as const),
    ...notes.map(({ id }, i) => [id, t('file.shortNote', { number: i + 1 })] as const),
    ...files.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
    ...items.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
  ]);
  return {
    caller,
    customer: (id) => customers.get(id) ?? id,
    inText: (text) => text.replaceAll(ANY_ID, (id) => parts.get(id) ?? caller(id)),
  };
}

/** Returns the id of the key in the header of a signature. */
export function keyIdOf(signature: string): string {
  const [header = ''] = signature.split('.');
  const text = atob(header.replaceAll('-', '+').replaceAll('_', '/'));
  return (JSON.parse(text) as { kid: string }).kid;
}
