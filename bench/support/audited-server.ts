import { Type } from 'typebox';
import { loadConfig } from '../../src/config/config.ts';
import { MODULES } from '../../src/modules/index.ts';
import type { Module } from '../../src/modules/module.ts';
import { createList } from '../../src/modules/lists/index.ts';
import { routesOf } from '../../src/platform/http/route.ts';
import type { Access } from '../../src/platform/http/policy.ts';
import { startService } from '../../src/start/service.ts';

/**
 * The service with one more operation in two variants. One creates a list and writes its audit row. The other creates
 * it, but reports the work as already done, which writes no row.
 */
const access = {
  scopes: { 'fraud:manage': null },
  rateLimits: {},
  plans: {},
} as const satisfies Access;
const defineRoute = routesOf<typeof access>();

function operation(path: string, isRecorded: boolean) {
  return defineRoute({
    method: 'POST',
    path,
    operationId: `bench${path.replace('/', '')}`,
    audit: { action: 'bench.create', does: 'created a list', shows: ['name'] },
    tag: 'Bench',
    summary: 'Create a list',
    extension: true,
    policy: {
      scope: 'fraud:manage',
      context: 'organization',
      rateLimit: 'none',
      idempotency: true,
    },
    body: Type.Object({ source: Type.String() }),
    status: 201,
    okWhen: () => !isRecorded,
    data: Type.Object({ id: Type.String(), name: Type.String() }),
    example: { body: { source: 'x' }, data: { id: 'x', name: 'x' } },
    handle: ({ orgId, body }, tx) =>
      createList(tx, orgId, { source: body.source, name: 'Bench', kind: 'tenant_blocklist' }),
  });
}

const module = {
  ...access,
  tags: { Bench: 'What is measured.' },
  routes: [operation('/recorded', true), operation('/unrecorded', false)],
} satisfies Module;
const service = await startService(loadConfig(), { modules: [...MODULES, module] });
process.stderr.write(`ready: ${service.url}\n`);
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
