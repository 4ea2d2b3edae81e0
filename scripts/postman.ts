import { writeGenerated } from './support/generated.ts';
import { readDocument, type Operation } from './openapi-operations.ts';

/**
 * Writes docs/postman.json, a Postman collection v2.1 of every operation except streams (Bruno, Insomnia and Hoppscotch
 * can import it). Run in order, its requests create objects, then read and change them, then delete them. A script
 * stores the ids of created objects in variables, by the prefix of the id, and later requests use them. With --check
 * only compares. https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const { prefix, description, operations: all } = readDocument();
/** A stream has no end that a collection could wait for. */
const operations = all.filter(({ events }) => events === undefined);

/** Matches ids of the service. Ids that callers choose stay as in the examples. */
const ID = /\b([a-z]+)_[0-9a-z]{26}\b/g;
function withVariables(text: string): string {
  return text.replaceAll(ID, '{{$1}}');
}
/** Ids in paths that callers choose, as in the examples of bodies. */
const CHOSEN: Record<string, string> = { subjectId: 'customer-17' };

const NO_KEY = 'only people do this, and no key';
const ONE_PERSON = 'people have the same id in every run, as members and as operators';

/** Statuses of requests that cannot succeed in one run, with the reasons. */
const EXPECTED: Record<string, [statuses: number[], why: string]> = {
  createChannel: [[409], 'channels stay, so a later run finds it'],
  replayDeadLetter: [[404], 'nothing waits where a provider answers'],
  discardDeadLetter: [[404], 'nothing waits where a provider answers'],
  refreshGlobalList: [[409], 'the list has no address yet'],
  requestPlatformApproval: [[409], 'no file of the list was refused'],
  getPlatformApproval: [[404], 'no file of the list was refused'],
  rejectPlatformApproval: [[404], 'no file of the list was refused'],
  explainPlatformApproval: [[404], 'no file of the list was refused'],
  acceptFederationInvitation: [[409], 'only the invited organization accepts'],
  pullFederation: [[404], 'the other organization has not accepted'],
  pushFederation: [[404], 'the other organization has not accepted'],
  getInvoice: [[404], 'there is none before the first month ends'],
  addMember: [[409], 'the person may be a member already'],
  addOperator: [[409], 'the person may be an operator already'],
  createPortalSession: [[409], 'an earlier run has removed the person'],
  getMember: [[404], ONE_PERSON],
  changeMember: [[404], ONE_PERSON],
  removeMember: [[404], ONE_PERSON],
  getOperator: [[404], ONE_PERSON],
  changeOperator: [[404], ONE_PERSON],
  removeOperator: [[404], ONE_PERSON],
  endSession: [[404], 'sessions begin in browsers'],
  endOperatorSession: [[404], 'sessions begin in browsers'],
  requestApproval: [[404], 'there may be no hit yet'],
  getApproval: [[404], 'there may be no hit yet'],
  explainApproval: [[404, 409], 'there may be no hit yet, and no person has decided it'],
  rejectApproval: [[404], 'there may be no hit yet'],
  takeOverCase: [[409], 'no other person has claimed the case'],
  cancelScreeningJob: [[409], 'a job of a few rows is finished soon'],
  updateCase: [[409], 'what was added has changed its revision'],
  decideCase: [[400, 409], 'it has another revision, or not this hit'],
  removeCaseItem: [[409], 'the case is closed once it is decided'],
  cancelExport: [[409], 'it may be finished'],
  assignHits: [[400], 'there may be no hit yet'],
  recordIdentityConsent: [[409], 'an earlier run has withdrawn it'],
  verifyBvn: [[400], 'an earlier run may require a consent'],
  revealIdentityVerification: [[403], NO_KEY],
  exportSubject: [[403], NO_KEY],
  eraseSubject: [[403], NO_KEY],
  getSubjectErasure: [[404], 'no person has requested one'],
};

function placesIn({ path }: Operation): number {
  return path.split('{').length - 1;
}
/** Returns true for a request that ends something other requests need, like a deletion. */
function isLast({ method, operationId }: Operation): boolean {
  return method === 'DELETE' || operationId === 'revokeApiKey' || operationId === 'revokeKey';
}
function isFirst(operation: Operation): boolean {
  return operation.method === 'POST' && operation.statuses.includes(201) && !isLast(operation);
}
function isChange({ method }: Operation): boolean {
  return method === 'PATCH';
}
/** Returns the rank of a request: requests without ids come first, and changes before reads. */
function rankOf(one: Operation): number {
  return placesIn(one) * 2 + Number(one.method === 'GET');
}
function depthOf({ path }: Operation): number {
  return path.split('/').length;
}

function test(lines: string[]): object[] {
  return [{ listen: 'test', script: { type: 'text/javascript', exec: lines } }];
}

/** Stores the id that a creation returns. Also stores the first id of a list whose rows no request creates (hits). */
const KEEP_ID = [
  'const { code } = pm.response;',
  "const isMade = pm.request.method === 'POST' && code < 300;",
  "if (isMade || (pm.request.method === 'GET' && code === 200)) {",
  '  const { data } = pm.response.json();',
  '  const [, id, kind] = /"(([a-z]+)_[0-9a-z]{26})"/.exec(JSON.stringify(data)) || [];',
  '  if (id && (isMade || !pm.collectionVariables.get(kind))) pm.collectionVariables.set(kind, id);',
  '}',
];

function tests({ operationId, statuses }: Operation): object[] {
  const [more, why] = EXPECTED[operationId] ?? [[], undefined];
  const title =
    why === undefined
      ? `is ${statuses.join(' or ')}`
      : `is ${[...statuses, ...more].join(' or ')}: ${why}`;
  return test([
    `pm.test(${JSON.stringify(title)}, () => {`,
    `  pm.expect(pm.response.code, pm.response.text()).to.be.oneOf(${JSON.stringify([...statuses, ...more])});`,
    '});',
  ]);
}

/** Returns the authentication with the value of a collection variable as the key. */
function authBy(variable: string): object {
  return {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'x-api-key', type: 'string' },
      { key: 'value', value: `{{${variable}}}`, type: 'string' },
      { key: 'in', value: 'header', type: 'string' },
    ],
  };
}

function request({ method, path, parameters, body, description: about }: Operation): object {
  const segments = (prefix + path)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description: meaning, example, schema }) => ({
      key: name,
      value: String(example ?? schema['default'] ?? ''),
      description: meaning ?? '',
      disabled: !required,
    }));
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, description: meaning, example }) => ({
      key: name,
      value: CHOSEN[name] ?? withVariables(String(example ?? '')),
      description: meaning ?? '',
    }));
  const raw = `{{baseUrl}}/${segments.join('/')}`;
  const asked = query.filter((field) => !field.disabled);
  const idempotent = parameters.some(({ name }) => name === 'Idempotency-Key');
  return {
    method,
    // These routes reject an organization's key; all other routes reject an operator's.
    ...(path.startsWith('/admin/') ? { auth: authBy('platformKey') } : {}),
    header: [
      ...(body ? [{ key: 'content-type', value: 'application/json' }] : []),
      ...(idempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}', disabled: true }] : []),
    ],
    url: {
      raw: raw + (asked.length > 0 ? `?${asked.map((f) => `${f.key}=${f.value}`).join('&')}` : ''),
      host: ['{{baseUrl}}'],
      path: segments,
      ...(query.length > 0 ? { query } : {}),
      ...(variable.length > 0 ? { variable } : {}),
    },
    ...(body
      ? {
          body: {
            mode: 'raw',
            raw: withVariables(JSON.stringify(body.example, null, 2)),
            options: { raw: { language: 'json' } },
          },
        }
      : {}),
    description: about,
  };
}

function isAdmin({ path }: Operation): boolean {
  return path.startsWith('/admin/');
}
function byTag(members: Operation[]): object[] {
  return [...Map.groupBy(members, ({ tag }) => tag)].map(([name, group]) => ({
    name,
    item: group.map((member) => ({
      name: member.summary,
      id: member.operationId,
      request: request(member),
      event: tests(member),
      response: [],
    })),
  }));
}

// Organizations and global lists come before requests that refer to them, and an object before its parts.
const created = operations
  .filter(isFirst)
  .toSorted((a, b) => placesIn(a) - placesIn(b) || Number(isAdmin(b)) - Number(isAdmin(a)));
const used = operations
  .filter((one) => !isFirst(one) && !isLast(one) && !isChange(one))
  .toSorted((a, b) => rankOf(a) - rankOf(b));
const ended = operations
  .filter(isLast)
  .toReversed()
  .toSorted((a, b) => depthOf(b) - depthOf(a));
const folders = [
  { name: 'Create', item: byTag(created) },
  { name: 'Use', item: byTag(used) },
  { name: 'Change', item: byTag(operations.filter(isChange)) },
  { name: 'Delete', item: byTag(ended) },
];
const kinds = [...JSON.stringify(folders).matchAll(/\{\{([a-z]+)\}\}/g)].map(([, kind]) => kind!);
const variables = [...new Set(kinds)];
// The ids of an earlier run belong to deleted objects.
const forget = variables.map((kind) => `pm.collectionVariables.unset('${kind}');`);
const [first] = (folders[0]!.item as { item: { event: object[] }[] }[])[0]!.item;
first!.event.push({ listen: 'prerequest', script: { type: 'text/javascript', exec: forget } });
const collection = {
  info: { name: 'Oriki', description, schema: SCHEMA },
  auth: authBy('apiKey'),
  event: test(KEEP_ID),
  variable: [
    { key: 'baseUrl', value: 'http://127.0.0.1:3000', type: 'string' },
    { key: 'apiKey', value: '', type: 'string' },
    { key: 'platformKey', value: '', type: 'string' },
    ...variables.map((key) => ({ key, value: '', type: 'string' })),
  ],
  item: folders,
};

writeGenerated('docs/postman.json', `${JSON.stringify(collection, null, 2)}\n`);
