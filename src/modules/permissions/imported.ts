import { ApiError } from '../../platform/errors/index.ts';

/** @throws ApiError FORBIDDEN for what was imported: it follows the member it comes from */
export function assertOwn(row: { prefix: string | null }, what: string): void {
  if (row.prefix !== null)
    throw new ApiError(
      'FORBIDDEN',
      `the ${what} was imported from a federation; narrow it with policies that deny`,
    );
}
