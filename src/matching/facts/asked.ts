/** The facts of a query. */
import type { AskedFacts } from './schemas.ts';

/** In normal form; undefined if there are none. */
export function factsOf(question: AskedFacts): AskedFacts | undefined {
  const { type, gender, birthDate, birthPlace, nationality, addresses } = question;
  const facts: AskedFacts = {
    ...(type && { type }),
    ...(gender && { gender }),
    ...(birthDate && { birthDate }),
    ...(birthPlace && { birthPlace }),
    ...(nationality && {
      nationality: [...new Set(nationality.map((code) => code.toUpperCase()))].toSorted(),
    }),
    ...(addresses && { addresses: [...new Set(addresses)] }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}
