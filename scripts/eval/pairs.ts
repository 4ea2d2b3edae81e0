import {
  applyEvidence,
  canonicalise,
  entityHint,
  readingsOf,
  scoreNames,
} from '../../src/names/index.ts';
import type { Pair } from './data.ts';
import { figuresOf, type Figures } from './figures.ts';

export type Scored = Pair & {
  readonly score: number;
};

export function isPerson({ schema }: Pair): boolean {
  return schema === 'Person';
}
export function isOrganization({ schema }: Pair): boolean {
  return ['Company', 'Organization', 'LegalEntity'].includes(schema);
}

/** As the product would: the name that is asked for has no type, the one that is listed has. */
export function scoreOf(pair: Pair, asked = pair.name1, listed = pair.name2): number {
  const type = isPerson(pair) ? 'person' : isOrganization(pair) ? 'organization' : pair.schema;
  const entity = entityHint(type.toLowerCase());
  const candidate = canonicalise(listed, { entity });
  const readings = readingsOf(asked).filter(
    ({ entities }) => entities === undefined || entities.has(entity),
  );
  return Math.max(
    ...readings.map(({ name }) => applyEvidence(scoreNames(name, candidate), {}).score),
  );
}

/** Figures of scores at a threshold against the labels. */
export function figuresAt(pairs: readonly Scored[], threshold: number): Figures {
  return figuresOf(
    pairs.map(({ isMatch, score }) => ({ truth: isMatch, hit: score >= threshold })),
  );
}
