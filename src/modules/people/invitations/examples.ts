import type { Invitation } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE: Invitation = {
  id: 'inv_01kf3vm9c4e6g8j0m2p4r6t8v0',
  email: 'ada.obi@example.com',
  roles: ['analyst'],
  invitedBy: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-24T09:30:00.000Z',
};
const TOKEN = 'ori_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlZCBhbnl3aGU';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createMemberInvitation: {
    body: { roles: ['analyst'], email: EXAMPLE.email, expiresInHours: 72 },
    data: {
      ...EXAMPLE,
      token: TOKEN,
      url: `https://oriki.example.com/console/session/link#invitation=${TOKEN}`,
    },
  },
  listMemberInvitations: { data: examplePage(EXAMPLE) },
  revokeMemberInvitation: { data: { id: EXAMPLE.id, deleted: true } },
};
