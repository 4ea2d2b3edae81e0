import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { t } from '../../texts/screens/approvals.ts';

/** Warns that one person can let a second identity in, where something else needs two people. */
export function GuardWarning(): ReactNode {
  const { data } = useQuery({
    queryKey: ['approval-settings'],
    queryFn: ({ signal }) => api.approvals.getSettings({}, { signal }),
  });
  if (!data || data.actions.length === 0 || data.actions.includes('member.change_roles'))
    return null;
  return (
    <p className="notice warn" role="note">
      {t('approvals.unguarded')}
    </p>
  );
}
