import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { t } from '../../texts/text.ts';
import { Actions } from '../people/actions.tsx';
import { ChainOfAny } from '../people/chain.tsx';

/** The actions of operators that concern no organization, and the check of any log. */
export function PlatformAudit(): ReactNode {
  return (
    <Actions
      title={t('platformAudit.title')}
      log="platform audit"
      read={api.audit.listPlatformActions}
    >
      <ChainOfAny />
    </Actions>
  );
}
