import type { ReactNode } from 'react';

/** A file of src/parts without its ending, in each of its states. */
export type Example = { part: string; states: Record<string, ReactNode> };

/** Does nothing, where a part needs a function. */
export function nothing(): void {}

/** A time of the examples. */
export const AT = '2026-11-27T10:00:00.000Z';
/** A foreign text with a change of direction and an invisible character. */
export const FOREIGN = 'محمد \u202Eeman\u200B';
