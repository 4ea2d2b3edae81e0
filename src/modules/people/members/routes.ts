import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { PLATFORM_READ } from '../../../platform/http/policy.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import {
  CHANGE_MEMBERS,
  CHANGE_OPERATORS,
  defineRoute,
  READ_MEMBERS,
  READ_NAMES,
} from '../access.ts';
import { USER_PREFIX } from '../profiles.ts';
import {
  addMember,
  changeMember,
  getMember,
  listMemberNames,
  listMembers,
  removeMember,
} from './members.ts';
import {
  AddMember,
  AddOperator,
  ChangeMember,
  ChangeOperator,
  Member,
  MemberNamePage,
  MemberNameQuery,
  MemberPage,
  MemberQuery,
  Operator,
  OperatorPage,
  OperatorQuery,
  RemovedPerson,
  RemoveMemberQuery,
} from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const memberParams = Type.Object({ id: idParam('member', USER_PREFIX) });
const operatorParams = Type.Object({ id: idParam('operator', USER_PREFIX) });

const LEAVES =
  'Revokes the open invitations that the person made, also with a key. `keys` keeps or revokes the keys in use that the ' +
  'person made, which the answer lists; a key that is kept emits `key.owner_left`.';
const CHANGED =
  'Takes effect on every process within 5 seconds. The last admin cannot be removed: 409.';

/** The routes for members of an organization and for operators, with the same verbs. */
export const memberRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'POST',
    path: '/members',
    operationId: 'addMember',
    summary: 'Add a person of an identity provider as a member',
    description:
      'A caller cannot grant scopes that it lacks: 403. It needs a second person where ' +
      '`member.change_roles` does.',
    audit: { action: 'member.add', does: 'added a member', shows: ['roles', 'groupRoles'] },
    policy: CHANGE_MEMBERS,
    body: AddMember,
    status: 201,
    data: Member,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    creates: { resource: 'member', ids: (data: Member) => [data.id] },
    handle: ({ orgId, body, services: { profiles }, principal, actor }, tx) =>
      addMember(tx, orgId, body, { profiles, grantor: principal, actor }),
  }),
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'GET',
    path: '/members',
    operationId: 'listMembers',
    audit: { action: 'member.read', does: 'read the list of members', seldom: true },
    summary: 'List the members of the organization',
    policy: READ_MEMBERS,
    query: MemberQuery,
    data: MemberPage,
    handle: ({ orgId, query, services }, db) => listMembers(db, orgId, query, services.profiles),
  }),
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'GET',
    path: '/members/names',
    operationId: 'listMemberNames',
    audit: { action: 'member.read_names', does: 'read the names of members', seldom: true },
    summary: 'List current and former members, with id and name only',
    description:
      'For people who work on cases, to show the names for ids in claims, assignees, notes and history.',
    policy: READ_NAMES,
    query: MemberNameQuery,
    data: MemberNamePage,
    handle: ({ orgId, query, services }, db) =>
      listMemberNames(db, orgId, query, services.profiles),
  }),
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'GET',
    path: '/members/:id',
    operationId: 'getMember',
    audit: { action: 'member.read', does: 'read the list of members', seldom: true },
    summary: 'Fetch a member',
    policy: READ_MEMBERS,
    params: memberParams,
    data: Member,
    handle: ({ orgId, params, services }, db) => getMember(db, orgId, params.id, services.profiles),
  }),
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'PATCH',
    path: '/members/:id',
    operationId: 'changeMember',
    summary: 'Replace a member’s roles',
    description: CHANGED,
    audit: {
      action: 'member.change',
      does: 'changed the roles of a member',
      shows: ['roles', 'groupRoles'],
    },
    policy: CHANGE_MEMBERS,
    params: memberParams,
    body: ChangeMember,
    data: Member,
    conditional: true,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED', 'PRECONDITION_FAILED'],
    handle: ({ orgId, params, body, services: { profiles }, principal, actor, ifMatch }, tx) =>
      changeMember(tx, orgId, params.id, {
        ...body,
        profiles,
        grantor: principal,
        actor,
        ifMatch,
      }),
  }),
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'DELETE',
    path: '/members/:id',
    operationId: 'removeMember',
    summary: 'End a membership, with its sessions',
    description: `${CHANGED} ${LEAVES} Groups of the identity provider do not bring the person back; adding or inviting does.`,
    audit: { action: 'member.remove', does: 'removed a member', removes: ['roles', 'groupRoles'] },
    policy: CHANGE_MEMBERS,
    params: memberParams,
    query: RemoveMemberQuery,
    appended: ['keys'],
    data: RemovedPerson,
    conditional: true,
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
    handle: ({ orgId, params, query: { keys }, actor, ifMatch }, tx) =>
      removeMember(tx, orgId, params.id, { keys, actor, ifMatch }),
  }),
]);

export const operatorRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'POST',
    path: '/admin/operators',
    operationId: 'addOperator',
    summary: 'Add a person of an identity provider as an operator',
    audit: { action: 'operator.add', does: 'added an operator', shows: ['roles', 'groupRoles'] },
    policy: CHANGE_OPERATORS,
    body: AddOperator,
    status: 201,
    data: Operator,
    errors: ['CONFLICT'],
    creates: { resource: 'operator', ids: (data: Member) => [data.id] },
    handle: ({ body, services: { profiles }, principal, actor }, tx) =>
      addMember(tx, PLATFORM, body, { profiles, grantor: principal, actor }),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'GET',
    path: '/admin/operators',
    operationId: 'listOperators',
    audit: { action: 'operator.read', does: 'read the list of operators', seldom: true },
    summary: 'List the operators',
    policy: PLATFORM_READ,
    query: OperatorQuery,
    data: OperatorPage,
    handle: ({ query, services }, db) => listMembers(db, PLATFORM, query, services.profiles),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'GET',
    path: '/admin/operators/:id',
    operationId: 'getOperator',
    audit: { action: 'operator.read', does: 'read the list of operators', seldom: true },
    summary: 'Fetch an operator',
    policy: PLATFORM_READ,
    params: operatorParams,
    data: Operator,
    handle: ({ params, services }, db) => getMember(db, PLATFORM, params.id, services.profiles),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'PATCH',
    path: '/admin/operators/:id',
    operationId: 'changeOperator',
    summary: 'Replace an operator’s roles',
    description: CHANGED,
    audit: {
      action: 'operator.change',
      does: 'changed the roles of an operator',
      shows: ['roles', 'groupRoles'],
    },
    policy: CHANGE_OPERATORS,
    params: operatorParams,
    body: ChangeOperator,
    data: Operator,
    conditional: true,
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
    handle: ({ params, body, services: { profiles }, principal, actor, ifMatch }, tx) =>
      changeMember(tx, PLATFORM, params.id, {
        ...body,
        profiles,
        grantor: principal,
        actor,
        ifMatch,
      }),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'DELETE',
    path: '/admin/operators/:id',
    operationId: 'removeOperator',
    summary: 'Remove an operator with all rights and sessions',
    description: CHANGED,
    audit: {
      action: 'operator.remove',
      does: 'removed an operator',
      removes: ['roles', 'groupRoles'],
    },
    policy: CHANGE_OPERATORS,
    params: operatorParams,
    query: RemoveMemberQuery,
    appended: ['keys'],
    data: RemovedPerson,
    conditional: true,
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
    handle: ({ params, query: { keys }, actor, ifMatch }, tx) =>
      removeMember(tx, PLATFORM, params.id, { keys, actor, ifMatch }),
  }),
]);
