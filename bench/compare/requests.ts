/** The operations for comparing two versions, each from the request to the answer. */
import type { Service } from './service.ts';

export type Operation = {
  /** Requests of a round. */
  requests: number;
  connections: number;
  request: (service: Service, n: number) => Promise<unknown>;
};

const GIVEN = ['Ahmed', 'Maria', 'Viktor', 'Chen', 'Olu', 'Ivan', 'Fatima', 'John', 'Kwame'];
const FAMILY = ['Okafor', 'Petrov', 'Hernandez', 'Mohamed', 'Wang', 'Smith', 'Bello', 'Kim'];
const BLOCKS = 9;
const ENTRIES = 1000;

function of(words: readonly string[], n: number): string {
  return words[n % words.length]!;
}
function newList(n: number) {
  return { source: `compared-${n}`, name: 'Compared', kind: 'tenant_allowlist' };
}
function screen(service: Service, n: number): Promise<unknown> {
  return service.call('POST', '/fraud/screen', {
    name: `${of(GIVEN, n)} ${of(FAMILY, n * 3)}${n}`,
  });
}
function message(service: Service): Promise<unknown> {
  return service.call('POST', `/threads/${service.ids.thread}/messages`, {
    participantExternalId: 'a',
    participantRole: 'agent',
    content: 'Hello',
    type: 'TEXT',
  });
}

export const OPERATIONS: Record<string, Operation> = {
  get: {
    requests: 12_000,
    connections: 16,
    request: (service) => service.call('GET', `/fraud/lists/${service.ids.list}`),
  },
  inbox: {
    requests: 6000,
    connections: 16,
    request: (service) => service.call('GET', '/threads/inbox?externalId=b&role=customer'),
  },
  screen: { requests: 3000, connections: 16, request: screen },
  'screen-alone': { requests: 1000, connections: 1, request: screen },
  create: {
    requests: 2500,
    connections: 16,
    request: (service, n) => service.call('POST', '/fraud/lists', newList(n)),
  },
  idempotent: {
    requests: 2500,
    connections: 16,
    request: (service, n) =>
      service.call('POST', '/fraud/lists', newList(n), { 'idempotency-key': `compared-${n}` }),
  },
  message: { requests: 2500, connections: 16, request: message },
  'message-alone': { requests: 1000, connections: 1, request: message },
  verify: {
    requests: 3000,
    connections: 16,
    request: (service, n) =>
      service.call('POST', '/identity/verify-bvn', {
        subjectId: `compared-${n}`,
        bvn: '22222222220',
        matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
      }),
  },
  publish: {
    requests: 2500,
    connections: 16,
    request: (service) =>
      service.call('POST', '/events', { type: 'invoice.paid', data: { invoiceId: 'inv_17' } }),
  },
  bulk: {
    requests: 10,
    connections: 1,
    request: (service, n) =>
      service.call('POST', `/fraud/lists/${service.ids.list}/entries`, {
        entries: Array.from({ length: ENTRIES }, (_, i) => ({ name: `Given${n} Family${i}` })),
      }),
  },
};

/** Creates the data for the operations: a list of 9,000 entries, and a thread. */
export async function fill(service: Service): Promise<void> {
  const list = { source: 'compared', name: 'Compared', kind: 'tenant_blocklist' };
  service.ids.list = (await service.call('POST', '/fraud/lists', list)).id;
  for (let block = 0; block < BLOCKS; block += 1)
    await service.call('POST', `/fraud/lists/${service.ids.list}/entries`, {
      entries: Array.from({ length: ENTRIES }, (_, i) => ({
        name: `${of(GIVEN, i)}${block}${i.toString(36)} ${of(FAMILY, i * 7 + block)}${(i * 13) % 97}`,
      })),
    });
  const channel = { slug: 'compared', displayName: 'Compared', entityType: 'order' };
  await service.call('POST', '/channels', channel);
  const participants = [
    { externalId: 'a', role: 'agent' },
    { externalId: 'b', role: 'customer' },
  ];
  const thread = { channel: 'compared', entityId: 'order-17', subject: 'Order 17', participants };
  service.ids.thread = (await service.call('POST', '/threads', thread)).id;
}
