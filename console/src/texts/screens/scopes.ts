import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { SCOPES } from '../../declared/scopes.ts';
import { knownTextsOf } from '../text.ts';

/** A scope that a key of an organization can have. */
export type Scope = Operations['createKey']['input']['body']['scopes'][number];

/** Returns what a scope allows; undefined for a scope of a newer API version, whose name the screen shows. */
export const scopeText = knownTextsOf(SCOPES);
