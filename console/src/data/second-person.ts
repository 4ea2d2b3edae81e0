import { OrikiError } from '../../../clients/typescript/src/index.ts';

/** Returns true if the service rejected a change because it requires a second person. */
export function needsSecondPerson(error: unknown): boolean {
  return error instanceof OrikiError && error.code === 'APPROVAL_REQUIRED';
}

/** Makes a change; asks a second person for it if the service requires one. @throws any other error */
export async function changeOrAsk<Done>(
  change: () => Promise<Done>,
  ask: () => Promise<unknown>,
): Promise<Done | 'asked'> {
  try {
    return await change();
  } catch (error) {
    if (!needsSecondPerson(error)) throw error;
    await ask();
    return 'asked';
  }
}
