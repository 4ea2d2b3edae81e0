import { useQuery } from '@tanstack/react-query';
import { WAITING } from '../queries/approvals.ts';
import { mayRead, useMe } from './me.ts';

/** The requests that wait for a second person, if the person may see them. */
export function useWaitingRequests() {
  const { data: me } = useMe();
  return useQuery({ ...WAITING, enabled: me !== undefined && mayRead(me, 'approvals:request') });
}
