import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf } from './define.ts';

/** The codes of reasons, with the revision of their list. */
export type Reasons = Operations['getReasons']['data'] & { etag: string | undefined };
export const REASONS = answerOf(
  'reasons',
  async (input, options): Promise<Reasons> => {
    const { data, etag } = await api.approvals.getReasons(input, options).withResponse();
    return { ...data, etag };
  },
  {},
);
