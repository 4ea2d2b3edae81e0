/**
 * Removes the texts that a form or a list puts around names: labels, and joining words where the second name is
 * missing.
 */
import { distinctiveWords, isOrganization, trimmed, without } from './field.ts';
import type { Field, NamedType, ReadingKind } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { DIVIDERS_BETWEEN, JOINTS, LABELS, type Divider } from './tables.ts';

/** Matches the mark that follows a label. */
const LABEL_MARK = /^[.)\]]?\s*[:：=]/u;
const DASH = /^\s+[-–—|]\s/u;
/** Matches a label that no table contains, with its mark. */
const COLON = /^[^:：=]{1,60}[:：=](?!\/\/)/u;

/** Returns the label at a word and its number of words. Two labels in a row count as one (Name / Nom). */
function labelAt(text: string, words: readonly PlacedWord[], at: number) {
  const label = LABELS.at(text, words, at);
  if (!label) return undefined;
  let { span } = label;
  for (let next = LABELS.at(text, words, at + span); next;) {
    const between = text.slice(words[at + span - 1]!.to, words[at + span]!.from);
    if (!/^\s*[/|(（]\s*$/u.test(between)) break;
    span += next.span;
    next = LABELS.at(text, words, at + span);
  }
  return { kind: label.kind, span };
}

function isApart(text: string, { from }: PlacedWord): boolean {
  return /[,;|(/\n]\s*$/u.test(text.slice(0, from));
}

/** Removes labels with a mark after them. If the label is not for a name, also removes the text after it. */
export function withoutMarkedLabels(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const kept: string[] = [];
  const gone: string[] = [];
  let from = 0;
  let isOther = false;
  const take = (to: number): void => {
    (isOther ? gone : kept).push(text.slice(from, to));
  };
  for (let at = 0; at < words.length;) {
    const label = labelAt(text, words, at);
    const end = words[at + (label?.span ?? 1) - 1]!.to;
    const isFront = label?.kind === 'label' || label?.kind === 'name-too';
    const rest = text.slice(end);
    const mark = label && (LABEL_MARK.exec(rest) ?? (at === 0 && isFront ? DASH.exec(rest) : null));
    // In `Registered party:`, `party` is only the end of a longer label.
    const isLabel =
      at === 0 || gone.length > 0 || label?.kind === 'other' || isApart(text, words[at]!);
    if (label && mark && isLabel) {
      take(words[at]!.from);
      gone.push(text.slice(words[at]!.from, end));
      from = end + mark[0].length;
      isOther = label.kind === 'other';
    }
    at += label?.span ?? 1;
  }
  if (gone.length === 0) return field;
  take(text.length);
  const rest = kept.map((part) => part.trim()).join(' ');
  return distinctiveWords(rest) > 0 ? without(field, rest, ...gone) : field;
}

/** Adds a second reading, which is only for review. If it has two words, it matches only a whole name. */
function unsure(field: Field, text: string, leftOut: string, kind = field.kind): Field[] {
  const rest: Field = { ...without(field, text, leftOut), kind, isUnsure: true };
  const count = distinctiveWords(rest.text);
  if (count < 2) return [field];
  return [field, count === 2 ? { ...rest, isWholeOnly: true } : rest];
}

/**
 * Removes the labels of a form in front of the name, and the text after other labels.
 * @returns also the unchanged field if the label may be a name
 */
export function withoutLabels(whole: Field, type: NamedType): Field[] {
  const field = withoutMarkedLabels(whole);
  const { text } = field;
  const words = placedWords(text);
  const label = LABELS.at(text, words, 0);
  const from = words[label?.span ?? 0]?.from;
  const isPlain = label?.kind === 'label' || label?.kind === 'name-too';
  if (label && isPlain && from !== undefined) {
    const [front, rest] = [text.slice(0, from), text.slice(from)];
    if (label.kind === 'name-too') return unsure(field, rest, front);
    if (distinctiveWords(rest) > 1) return [without(field, rest, front)];
  }
  const [front] = COLON.exec(text) ?? [];
  return front === undefined || isOrganization(text, type)
    ? [field]
    : unsure(field, text.slice(front.length), front);
}

type End = { readonly kind: Divider | 'joint'; readonly span: number };

/** Returns true if a letter is the first of two initials with full stops (И.П.). */
function isInitial(text: string, words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  if (word?.key.length !== 1 || text[word.to] !== '.') return false;
  return words[at + 1]?.from === word.to + 1;
}

function endAt(text: string, words: readonly PlacedWord[], at: number): End | undefined {
  const joint = isInitial(text, words, at) ? undefined : JOINTS.at(text, words, at);
  return (
    DIVIDERS_BETWEEN.at(text, words, at) ??
    (joint?.kind === 'joint' ? { ...joint, kind: 'joint' } : undefined)
  );
}

/** Returns the phrase at an end of the field, and the place of the name. */
function endOf(text: string, words: readonly PlacedWord[], type: NamedType) {
  const mayGo = (end: End | undefined): end is End =>
    end !== undefined &&
    end.span < words.length &&
    !(end.kind === 'joint' && isOrganization(text, type));
  const front = endAt(text, words, 0);
  if (mayGo(front) && front.kind !== 'behind')
    return { ...front, from: words[front.span]!.from, to: text.length, at: 0, isFront: true };
  for (let at = Math.max(1, words.length - 5); at < words.length; at++) {
    const end = endAt(text, words, at);
    if (mayGo(end) && at + end.span === words.length)
      return { ...end, from: 0, to: words[at]!.from, at, isFront: false };
  }
  return undefined;
}

/**
 * Returns true if a phrase cannot be a name: it has a slash, several words that are not initials, or a colon after it.
 */
function isSure(text: string, words: readonly PlacedWord[], at: number, span: number): boolean {
  const phrase = words.slice(at, at + span);
  const last = phrase.at(-1)!;
  return (
    text.slice(words[at]!.from, last.to).includes('/') ||
    (span > 1 && phrase.some(({ key }) => key.length > 1)) ||
    /^\s*[:：]/u.test(text.slice(last.to))
  );
}

const KIND_IN_FRONT: Readonly<Partial<Record<End['kind'], ReadingKind>>> = { former: 'former' };

/**
 * Removes a joining word at an end of the field: alias Anna Petrova, Anna Petrova JT.
 * @returns also the unchanged field if the word may be a name
 */
export function withoutEnds(field: Field, type: NamedType): Field[] {
  const { text } = field;
  const words = placedWords(text);
  const end = endOf(text, words, type);
  if (!end) return [field];
  const rest = trimmed(text.slice(end.from, end.to));
  const gone = end.isFront ? text.slice(0, end.from) : text.slice(end.to);
  const kind = (end.isFront ? KIND_IN_FRONT[end.kind] : undefined) ?? field.kind;
  if (distinctiveWords(rest) === 0) return [field];
  if (!isSure(text, words, end.at, end.span)) return unsure(field, rest, gone, kind);
  return withoutEnds({ ...without(field, rest, gone), kind }, type);
}
