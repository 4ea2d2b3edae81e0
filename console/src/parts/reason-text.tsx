import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayRead, useMe } from '../data/me.ts';
import { REASONS } from '../queries/approvals.ts';
import { defaultText, wordsOf } from '../texts/text.ts';
import { t } from '../texts/screens/decisions.ts';
import { Foreign } from './foreign.tsx';

/** The code of a reason in the organization's words; the code itself in words if the list no longer has it. */
function Code({ code }: { code: string }): ReactNode {
  const { data: me } = useMe();
  const { data } = useQuery({
    ...REASONS,
    enabled: me !== undefined && mayRead(me, 'approvals:request'),
  });
  const known = data?.codes.find(({ reasonCode }) => reasonCode === code);
  return <Foreign text={known ? defaultText(known.text) : wordsOf(code)} />;
}

/** A reason: its code, and the person's own words. */
export function ReasonText({
  reason,
  reasonCode,
}: {
  reason?: string | null | undefined;
  reasonCode?: string | null | undefined;
}): ReactNode {
  if (!reason && !reasonCode) return t('hit.noReason');
  return (
    <>
      {reasonCode && <Code code={reasonCode} />}
      {reasonCode && reason && ' · '}
      {reason && <Foreign text={reason} />}
    </>
  );
}
