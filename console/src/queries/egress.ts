import { api } from '../data/client.ts';
import { answerOf } from './define.ts';

/** The outside hosts to which data may go. */
export const EGRESS = answerOf('outside hosts', api.system.getEgress, {});
