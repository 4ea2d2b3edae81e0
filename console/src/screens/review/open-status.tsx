import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { WAITING } from '../../queries/approvals.ts';
import { t } from '../../texts/screens/decisions.ts';

/** The status of an open hit, which may wait for a second person. */
export function OpenStatus({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    ...WAITING,
    enabled: me !== undefined && mayRead(me, 'approvals:request'),
  });
  return <Badge tone="warn">{t(data?.byHit[id] ? 'hit.waits' : 'status.open')}</Badge>;
}
