import type { Member } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const example: Member = {
  id: 'usr_00000000008g2q4k9v1m7c5d3e',
  issuer: 'https://login.example.com',
  subject: '248289761001',
  email: 'ada.obi@example.com',
  name: 'Ada Obi',
  roles: ['analyst'],
  groupRoles: [],
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const operator: Member = { ...example, roles: ['operator'] };
const { issuer, subject, email, name } = example;
const LEFT_KEY = { id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t', name: 'screening service' };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  addMember: { body: { issuer, subject, email, name, roles: ['analyst'] }, data: example },
  addOperator: { body: { issuer, subject, email, name, roles: ['operator'] }, data: operator },
  listMembers: { data: examplePage(example) },
  listMemberNames: { data: examplePage({ id: example.id, name: 'Ada Obi' }) },
  getMember: { data: example },
  changeMember: {
    body: { roles: ['analyst', 'approver'] },
    data: { ...example, roles: ['analyst', 'approver'] },
  },
  removeMember: { data: { id: example.id, deleted: true, keys: [LEFT_KEY] } },
  listOperators: { data: examplePage(operator) },
  getOperator: { data: operator },
  changeOperator: { body: { roles: ['auditor'] }, data: { ...operator, roles: ['auditor'] } },
  removeOperator: { data: { id: example.id, deleted: true, keys: [LEFT_KEY] } },
};
