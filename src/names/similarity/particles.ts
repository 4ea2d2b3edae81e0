/** Each line lists the spellings of one particle. */
const PARTICLE_CLASSES = [
  'al el ul ud ur as ash an ad ar at az ed aal',
  'bin ibn ben ould bint binti wuld walad weld uld',
  'umm oum',
  'abu abou bou',
  'de da do di',
  // Van der, van den and van de have one short form (v.d.).
  'de den der dem ter ten te',
].map((line) => new Set(line.split(' ')));

/** Returns all spellings of a particle. */
export function particleSpellings(key: string): string[] {
  return PARTICLE_CLASSES.filter((group) => group.has(key)).flatMap((group) => [...group]);
}

/** Returns true if two words are spellings of one particle. */
export function isSameParticle(a: string, b: string): boolean {
  return PARTICLE_CLASSES.some((group) => group.has(a) && group.has(b));
}
