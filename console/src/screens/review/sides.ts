import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/client.ts';
import type { Hit } from './decision.ts';

/** The customer of a hit. */
export function subjectOf(subjectId: string) {
  return queryOptions({
    queryKey: ['subject', subjectId],
    queryFn: ({ signal }) => api.continuousScreening.getSubject({ subjectId }, { signal }),
  });
}

/** The listed entity of a hit, as it was when it hit. */
export function entityOf({
  entryId: id,
  listRevision: version,
}: Pick<Hit, 'entryId' | 'listRevision'>) {
  return queryOptions({
    queryKey: ['entry', id, version],
    queryFn: ({ signal }) => api.screening.getListedEntity({ id, version }, { signal }),
  });
}
