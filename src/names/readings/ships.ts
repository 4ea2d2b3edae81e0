/** Removes the prefix of a ship, and text after its name. */
import { isPlaceOnly, without, type Field } from './field.ts';
import { placedWords } from './phrases.ts';
import { cut } from './published.ts';
import { formsOf, SHIP_PREFIXES } from './tables.ts';

const VOYAGE = new RegExp(
  String.raw`(?:[\s,;/(-]+(?:(?:v|voy|voyage)[\s.:#-]*(?=\d{2})[\da-z]+|${formsOf('ship')}(?:ged)?\b[\s.:#]*[\p{L}\d]+(?:\s\p{L}+)?|\p{L}+\sflag(?:ged)?|[\d.,]+\s?(?:dwt|grt|gt)|\d{7}|\d{9}|b\/?l(?:\s?n[or])?(?![a-z])[\s.:#]*(?=[\da-z-]*\d)[\da-z-]+)\)?|\s?[轮輪号號])$`,
  'iu',
);

const FLAG = /^(.+?)(?:\s*\(|\s[-–]\s)([^()]+)\)?$/u;
/** Returns a ship without its flag: ARTAVIL (Iran), ARTAVIL - Panama. */
function withoutFlag(field: Field): Field | undefined {
  const [, name, flag] = FLAG.exec(field.text) ?? [];
  if (name === undefined || flag === undefined || !isPlaceOnly(flag)) return undefined;
  return { ...without(field, name, flag), isUnsure: true };
}

/** Removes the prefix of a ship, and its voyage, size or flag after the name; undefined without these. */
export function withoutShipPrefix(field: Field): Field | undefined {
  const bare = cut(field, VOYAGE);
  return withoutPrefixOfShip(bare) ?? (bare === field ? withoutFlag(field) : bare);
}

function withoutPrefixOfShip(field: Field): Field | undefined {
  const { text } = field;
  const words = placedWords(text);
  let first = 0;
  for (let found; first < words.length - 1; first += found.span) {
    found = SHIP_PREFIXES.at(text, words, first);
    if (!found || first + found.span >= words.length) break;
  }
  if (first > 0)
    return without(field, text.slice(words[first]!.from), text.slice(0, words[first]!.from));
  const behind = SHIP_PREFIXES.endingAt(text, words, words.length - 1);
  const from = words[words.length - (behind?.span ?? 0)]?.from;
  if (!behind || behind.span >= words.length || from === undefined) return undefined;
  const rest = without(field, text.slice(0, from), text.slice(from));
  // Emma Barco is a person.
  return words.length === 2 ? { ...rest, isUnsure: true } : rest;
}
