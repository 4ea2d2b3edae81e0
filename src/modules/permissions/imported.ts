import { ApiError } from '../../platform/errors/index.ts';

/** Checks that the row is the organization's own: imported rows follow their source. @throws ApiError FORBIDDEN */
export function assertOwn(row: { prefix: string | null }, what: string): void {
  if (row.prefix !== null)
    throw new ApiError(
      'FORBIDDEN',
      `the ${what} was imported from a federation; narrow it with policies that deny`,
    );
}
