import { nearest } from '../../platform/http/nearest.ts';
import { defineFormat } from '../../platform/http/validate.ts';

const SEGMENT = '[a-z0-9_-]+';
const EVENT_TYPE = new RegExp(`^${SEGMENT}(\\.${SEGMENT})+$`);
const SUBSCRIBABLE = new RegExp(`^(\\*|${SEGMENT}(\\.${SEGMENT})*\\.(\\*|${SEGMENT}))$`);
export const MAX_EVENT_TYPE = 128;

defineFormat('event-id', /^[A-Za-z0-9_.-]+$/, 'must consist of A-Z, a-z, 0-9, _, . and -');

const TYPE_RULE = 'must be a lower-case dotted name of at least two parts, such as invoice.paid';
const PATTERN_RULE =
  'must be a lower-case dotted name such as invoice.paid, a prefix such as invoice.*, or *';
defineFormat('event-type', EVENT_TYPE, TYPE_RULE);
defineFormat('event-pattern', SUBSCRIBABLE, PATTERN_RULE);

/**
 * Makes errors of the formats `event-type` and `event-pattern` suggest a similar known type, as for
 * IDENTITY_BVN_VERIFIED.
 */
export function defineEventFormats(known: readonly string[]): void {
  const suggesting = (rule: string) => (text: string) => {
    const type = nearest(text, known);
    return type === undefined ? rule : `${rule}; did you mean ${type}?`;
  };
  defineFormat('event-type', EVENT_TYPE, suggesting(TYPE_RULE));
  defineFormat('event-pattern', SUBSCRIBABLE, suggesting(PATTERN_RULE));
}

/**
 * Returns all patterns in a subscription's `events` that cover this type: the type itself, `*`, and `prefix.*` of
 * each level.
 */
export function patternsCovering(type: string): string[] {
  const segments = type.split('.');
  const prefixes = segments.slice(1).map((_, i) => `${segments.slice(0, i + 1).join('.')}.*`);
  return ['*', ...prefixes, type];
}
