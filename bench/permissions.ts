import { evaluate, isAllowed } from '../src/modules/permissions/check/evaluate.ts';
import { compare, throughput } from './support/measure.ts';
import {
  casbinEnforcer,
  makeQuestions,
  makeRules,
  orikiModel,
  type Question,
} from './support/permission-model.ts';
import { openBench } from './support/server.ts';

/** Measures permission checks: against casbin in one process, with a growing number of assignments, and over HTTP. */
const ROLES = 1000;
const POLICIES = 1000;
const ROUND_MS = 100;
const ROUNDS = 15;

/**
 * Returns checks per second of processor time, so other programs on the machine do not count.
 * @param batch the number of checks between two clock readings, which take time themselves
 */
async function rateOf(
  questions: readonly Question[],
  batch: number,
  ask: (question: Question) => boolean,
): Promise<number> {
  const start = process.cpuUsage();
  for (let asked = 0; ;) {
    for (let n = 0; n < batch; n++) ask(questions[asked++ % questions.length]!);
    const { user, system } = process.cpuUsage(start);
    if (user + system >= ROUND_MS * 1000) return (asked / (user + system)) * 1e6;
  }
}

const rules = makeRules({ roles: ROLES, assignments: 10_000, policies: POLICIES });
const questions = makeQuestions(rules, 5000, 10_000);
const model = orikiModel(rules);
const enforcer = await casbinEnforcer(rules);
function oriki(question: Question): boolean {
  return isAllowed(evaluate(model, question));
}
function casbin({ subject, resource, capability }: Question): boolean {
  return enforcer.enforceSync(subject, resource, capability);
}

let allowed = 0;
for (const question of questions.slice(0, 1000)) {
  const answer = oriki(question);
  if (answer !== casbin(question))
    throw new Error(`the engines disagree about ${JSON.stringify(question)}`);
  if (answer) allowed += 1;
}
console.log(`1000 decisions are equal, ${allowed} of them allow\n`);
await compare(
  'check in process, 1,000 roles, 10,000 assignments, 1,000 policies',
  'checks/s',
  { name: 'Oriki', run: () => rateOf(questions, 500, oriki) },
  { name: 'casbin, enforceSync', run: () => rateOf(questions, 1, casbin) },
  10,
  ROUNDS,
);

/**
 * Checks the same subjects among different numbers of other subjects. Checks of other subjects would also show the
 * effect of the processor's caches.
 */
function sized(assignments: number, among: number) {
  const sizedRules = makeRules({ roles: ROLES, assignments, policies: POLICIES });
  const sizedModel = orikiModel(sizedRules);
  const asked = makeQuestions(sizedRules, 5000, among);
  return () => rateOf(asked, 500, (question) => isAllowed(evaluate(sizedModel, question)));
}
const few = { name: '1,000 assignments', run: sized(1000, 1000) };
// Required: at most 1.5 times the time.
await compare(
  'check in process, the same questions with 100,000 assignments and with 1,000',
  'checks/s',
  { name: '100,000 assignments', run: sized(100_000, 1000) },
  few,
  1 / 1.5,
  ROUNDS,
);
await compare(
  'the same with questions about any subject: thousands of subjects that no cache of the processor holds',
  'checks/s',
  { name: '100,000 assignments', run: sized(100_000, 100_000) },
  few,
  undefined,
  ROUNDS,
);

const bench = await openBench();
try {
  const url = await bench.start('bin/oriki.cjs serve');
  const headers = { 'x-api-key': bench.key, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { success: boolean; data: { id: string } };
    if (!answer.success) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  await post('/permissions/modules', { code: 'DOCS', name: 'Docs', actions: ['READ'] });
  const role = await post('/permissions/roles', { name: 'Reader', capabilities: ['DOCS:READ'] });
  await post('/permissions/assignments', { subject: 'user:17', roleId: role.id });
  const list = await post('/fraud/lists', { source: 'bench', name: 'B', kind: 'tenant_blocklist' });
  await compare(
    'POST /permissions/check against the GET of one row of bench/http',
    'req/s',
    {
      name: 'POST /api/v1/permissions/check',
      run: () =>
        throughput({
          url: `${url}/api/v1/permissions/check`,
          method: 'POST',
          headers,
          body: JSON.stringify({
            subject: 'user:17',
            capability: 'DOCS:READ',
            resource: 'docs/42',
          }),
        }),
    },
    {
      name: 'GET /api/v1/fraud/lists/:id',
      run: () =>
        throughput({
          url: `${url}/api/v1/fraud/lists/${list.id}`,
          headers: { 'x-api-key': bench.key },
        }),
    },
    0.8,
  );
} finally {
  await bench.close();
}
