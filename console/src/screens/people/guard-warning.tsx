import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { APPROVAL_SETTINGS } from '../../queries/approvals.ts';
import { t } from '../../texts/screens/approvals.ts';

/** A warning that one person can admit a second identity although other actions need two people. */
export function GuardWarning(): ReactNode {
  const { data } = useQuery(APPROVAL_SETTINGS);
  if (!data || data.actions.length === 0 || data.actions.includes('member.change_roles'))
    return null;
  return (
    <p className="notice warn" role="note">
      {t('approvals.unguarded')}
    </p>
  );
}
