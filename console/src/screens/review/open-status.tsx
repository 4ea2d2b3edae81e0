import type { ReactNode } from 'react';
import { useWaitingRequests } from '../../queries/approvals.ts';
import { Badge } from '../../parts/badge.tsx';
import { t } from '../../texts/screens/decisions.ts';

/** The status of an open hit, which may wait for a second person. */
export function OpenStatus({ id }: { id: string }): ReactNode {
  const { data } = useWaitingRequests();
  const waits = data?.byHit[id] !== undefined;
  return <Badge tone={waits ? 'warn' : 'quiet'}>{t(waits ? 'hit.waits' : 'status.open')}</Badge>;
}
