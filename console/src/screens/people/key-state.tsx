import type { ReactNode } from 'react';
import { Badge } from '../../parts/badge.tsx';
import type { Key } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';

export function stateOf({ revokedAt, expiresAt, pausedAt }: Key) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return pausedAt === undefined ? 'active' : 'paused';
}

/** The state of a key: active, paused, expired or revoked. */
export function KeyState({ of: key }: { of: Key }): ReactNode {
  const state = stateOf(key);
  return <Badge tone={state === 'active' ? 'good' : 'quiet'}>{t(`keys.${state}`)}</Badge>;
}
