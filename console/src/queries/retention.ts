import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

/** The periods of records of the organization. */
export const PERIODS = answerOf('retention', api.retention.get, {});
/** The records of the organization that are due. */
export const RETENTION_PLAN = answerOf('retention plan', api.retention.getPlan, {});
/** Legal holds, newest first. */
export const HOLDS = listOf('legal holds', api.retention.listLegalHolds, {}, idOf);
/** The operator's settings of classes of records. */
export const CLASSES = answerOf('retention classes', api.administration.listRetentionClasses, {});

/** A hold with its reason. */
export function holdWith(id: string) {
  return answerOf('legal hold', api.retention.getLegalHold, { id });
}
