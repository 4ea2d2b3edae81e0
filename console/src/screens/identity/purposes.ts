import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { all } from '../../data/all.ts';
import { wordsOf } from '../../texts/text.ts';

/** The code of the reason for which a person sees decrypted data. */
export type Purpose = Operations['revealIdentityVerification']['input']['body']['reasonCode'];

export const PURPOSES = all<Purpose>({
  customer_request: true,
  dispute: true,
  fraud_investigation: true,
  legal_request: true,
  quality_check: true,
  other: true,
}).map((id) => ({ id, text: wordsOf(id) }));
