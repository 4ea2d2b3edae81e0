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

/** Scores as the product does: the query's name has no type, and the listed name has one. */
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

/** Returns the figures of scores at a threshold against the labels. */
export function figuresAt(pairs: readonly Scored[], threshold: number): Figures {
  return figuresOf(
    pairs.map(({ isMatch, score }) => ({ truth: isMatch, hit: score >= threshold })),
  );
}
