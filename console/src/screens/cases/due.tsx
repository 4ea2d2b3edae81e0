import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { t } from '../../texts/screens/cases.ts';
import { isOverdue } from './words.ts';

/** The due date of a case, marked if it has passed. */
export function Due({ of }: { of: { status: string; dueAt: string | null } }): ReactNode {
  return (
    <>
      {timeCell(of.dueAt)} {isOverdue(of) && <Badge tone="bad">{t('cases.overdue')}</Badge>}
    </>
  );
}
