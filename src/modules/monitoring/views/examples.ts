import type { HitView } from './schemas.ts';

const EXAMPLE = {
  name: 'Sanctions, highest score first',
  isShared: true,
  filters: { status: 'open', kind: 'sanctions', sort: 'highest_score' },
} as const;
const EXAMPLE_VIEW: HitView = {
  id: 'hitview_01kf3vm9c4e6g8j0m2p4r6t8v0',
  ...EXAMPLE,
  createdAt: '2026-11-21T09:40:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listHitViews: { data: { views: [EXAMPLE_VIEW] } },
  createHitView: { body: EXAMPLE, data: EXAMPLE_VIEW },
  deleteHitView: { data: { id: EXAMPLE_VIEW.id, deleted: true as const } },
};
