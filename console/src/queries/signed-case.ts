import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf } from './define.ts';

export type SignedCase = Operations['getSignedCase']['data'];

/** A case file. It is read once for a page, because each read makes another document and leaves a row in the audit log. */
export function signedCase(id: string) {
  return {
    ...answerOf('signed case', api.cases.getSigned, { id }),
    staleTime: Infinity,
    gcTime: 0,
  };
}
