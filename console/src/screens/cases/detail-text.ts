import { wordsOf, zonedText } from '../../texts/text.ts';

const CONSTANT = /^[A-Z_]+$|^[a-z]+_[a-z]+$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Ids and states of a change by their names, without empty ones. */
export function detailText(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(detailText).join(', ');
  if (typeof detail === 'object' && detail !== null)
    return Object.entries(detail)
      .map(([name, value]) => [wordsOf(name.replaceAll(/[A-Z]/g, '_$&')), detailText(value)])
      .filter(([, text]) => text !== '')
      .map((part) => part.join(' '))
      .join(', ');
  const text = String(detail ?? '');
  if (MOMENT.test(text)) return zonedText(text);
  return CONSTANT.test(text) ? wordsOf(text) : text;
}
