import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import {
  createRelationship,
  deleteRelationship,
  listRelationships,
  RELATIONSHIP_PREFIX,
} from './relationships.ts';
import {
  CreateRelationship,
  Relationship,
  RelationshipPage,
  RelationshipQuery,
} from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Permissions', extension: true } as const;

export const relationshipRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/relationships',
    operationId: 'createPermissionRelationship',
    audit: {
      action: 'permission_relationship.create',
      does: 'created a relationship',
      shows: ['subject', 'relation', 'object'],
    },
    summary: 'Relate a subject to an object',
    description:
      'A `member` of an object also acts as that object, and so do members of members. A relation to the `parent` of an ' +
      'object also applies to the object. Other relations are only conditions of policies. Relationships must not form a cycle over any relations: of those that together close a ' +
      'cycle, one is rejected, and the message names the cycle. If the relationship exists, the answer is 200, and its end changes if `expiresAt` ' +
      'differs.',
    policy: WRITE,
    body: CreateRelationship,
    status: 201,
    okWhen: ({ created }) => created === false,
    data: Relationship,
    errors: ['RELATIONSHIP_CYCLE', 'CONFLICT'],
    creates: { resource: 'relationship', ids: (data: Relationship) => [data.id] },
    handle: ({ orgId, body }, tx) => createRelationship(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/permissions/relationships',
    operationId: 'listPermissionRelationships',
    summary: 'List relationships',
    policy: READ,
    query: RelationshipQuery,
    appended: ['cursor'],
    data: RelationshipPage,
    handle: ({ orgId, query }, db) => listRelationships(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/permissions/relationships/:id',
    operationId: 'deletePermissionRelationship',
    audit: { action: 'permission_relationship.delete', does: 'deleted a relationship' },
    summary: 'Remove a relationship',
    policy: WRITE,
    params: Type.Object({ id: idParam('relationship', RELATIONSHIP_PREFIX) }),
    data: Deleted,
    handle: ({ orgId, params }, tx) => deleteRelationship(tx, orgId, params.id),
  }),
]);
