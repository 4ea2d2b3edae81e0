import type { Relationship } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const INPUT = { subject: 'user:17', relation: 'member', object: 'group:finance' };
const EXAMPLE_RELATIONSHIP: Relationship = {
  id: 'relationship_01kf3x3d5f7h9k1n3q5s7v9x1z',
  ...INPUT,
  createdAt: '2026-11-21T09:33:00.000Z',
  expiresAt: null,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createPermissionRelationship: { body: INPUT, data: EXAMPLE_RELATIONSHIP },
  listPermissionRelationships: {
    query: { object: INPUT.object },
    data: examplePage(EXAMPLE_RELATIONSHIP),
  },
  deletePermissionRelationship: { data: { id: EXAMPLE_RELATIONSHIP.id, deleted: true } },
};
