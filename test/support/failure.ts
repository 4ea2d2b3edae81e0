import { expect } from 'vitest';

/** Returns the error of work that must fail with an error of this class. */
export async function failureOf<Failure extends Error>(
  kind: new (...parts: never[]) => Failure,
  work: Promise<unknown>,
): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  return error as Failure;
}
