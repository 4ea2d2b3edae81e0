/**
 * `npm run test:chart` renders deploy/chart with each of its value files. It checks the result against the schemas of
 * Kubernetes and the promises of docs/kubernetes.md. It needs Go, pip and the registries. With `--changed` it runs only
 * if the chart has changed since it last passed: each passed run writes the hash to scripts/chart/passed.json. `npm run
 * verify` does this.
 */
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { programOf } from '../test/support/process.ts';
import { goFolder, goTool, run, WORK } from './generators/tools.ts';
import { skip } from './skips.ts';
import { passedRecord } from './support/passed.ts';

const ROOT = join(import.meta.dirname, '..');
const CHART = join(ROOT, 'deploy/chart');
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0';
/** A package with the schemas of Kubernetes. No package has the schema of a ServiceMonitor. */
const SCHEMAS = 'kubernetes-validate==1.37.0';
const VERSIONS = ['1.29.0', '1.37.0'];
/** A helm built from the module proxy does not know the newest version of Kubernetes. */
const NEWEST = ['--kube-version', '1.37.0'];
const NO_SCHEMA = 'ServiceMonitor';
const KINDS =
  /^(deployment|horizontalpodautoscaler|ingress|job|networkpolicy|persistentvolumeclaim|poddisruptionbudget|service|serviceaccount)-/;
const PASSED = passedRecord(
  ['deploy/chart/**/*.*', 'scripts/test-chart.ts'],
  join(import.meta.dirname, 'chart/passed.json'),
);

type Container = {
  image: string;
  env: { name: string; value: string }[];
  resources: { requests: object; limits: Record<string, string> };
  securityContext: object;
} & Record<string, unknown>;
type PodSpec = {
  containers: Container[];
  securityContext: object;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds: number;
};
type Resource = {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: PodSpec } };
};

function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Returns true if `value` has all members of `expected`. */
function has(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  return Object.entries(expected).every(([name, member]) =>
    has((value as Record<string, unknown> | undefined)?.[name], member),
  );
}

function assertContainer(container: Container, where: string): void {
  const hardened = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
  assert(has(container.securityContext, hardened), `${where}: a container is not hardened`);
  for (const name of ['cpu', 'memory'])
    assert(name in container.resources.limits, `${where}: no limit of ${name}`);
}

/** Checks the pods of one rendered chart. */
function assertPods(resources: Resource[]): void {
  for (const { kind, metadata, spec } of resources) {
    if (kind !== 'Deployment' && kind !== 'Job') continue;
    const where = `${kind} ${metadata.name}`;
    const pod = spec.template.spec;
    const safe = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
    assert(has(pod.securityContext, safe), `${where}: a pod may run as root`);
    assert(!pod.automountServiceAccountToken, `${where}: a token is mounted`);
    for (const container of pod.containers) {
      assertContainer(container, where);
      if (kind === 'Job') continue;
      const at = (path: string) => ({ httpGet: { path, port: 'admin' } });
      assert(has(container['startupProbe'], at('/livez')), `${where}: startup`);
      assert(has(container['livenessProbe'], at('/livez')), `${where}: live`);
      assert(has(container['readinessProbe'], at('/readyz')), `${where}: ready`);
      const valueOf = (name: string): number =>
        Number(container.env.find((one) => one.name === name)!.value);
      const sumMs = valueOf('ORIKI_DRAIN_DELAY_MS') + 2 * valueOf('ORIKI_SHUTDOWN_TIMEOUT_MS');
      assert(
        pod.terminationGracePeriodSeconds * 1000 > sumMs + 2500,
        `${where}: the grace period is too short`,
      );
    }
  }
}

/**
 * Writes the schemas of a version of Kubernetes. Each contains all definitions, because the program follows no
 * references.
 */
async function writeSchemas(version: string): Promise<string> {
  const from = join(
    WORK,
    `schemas/kubernetes_validate/kubernetes-json-schema/v${version}-local-strict`,
  );
  const folder = join(WORK, `v${version}`);
  await mkdir(folder);
  const definitions = JSON.parse(await readFile(join(from, '_definitions.json'), 'utf8')) as object;
  for (const name of (await readdir(from)).filter((one) => KINDS.test(one))) {
    const schema = JSON.parse(await readFile(join(from, name), 'utf8')) as object;
    const whole = JSON.stringify({ ...definitions, ...schema });
    await writeFile(join(folder, name), whole.replaceAll('/api/_definitions.json#', '#'));
  }
  return join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
}

/** The number of resources that each value file must have. */
const EXPECTED: Record<string, Record<string, number>> = {
  smallest: { Deployment: 1, Job: 1, PodDisruptionBudget: 0, PersistentVolumeClaim: 1 },
  'one-server': { Deployment: 2, PodDisruptionBudget: 2, Ingress: 1, ServiceMonitor: 1 },
  'several-servers': { Deployment: 2, HorizontalPodAutoscaler: 1, NetworkPolicy: 1 },
  'external-services': { Deployment: 2, PersistentVolumeClaim: 0, ServiceMonitor: 1 },
};

/** Values that the chart must reject. */
const REFUSED = [
  ['api.role=all', 'worker.enabled=true'],
  ['api.role=all', 'worker.enabled=false', 'api.replicas=2'],
  ['data.accessMode=ReadWriteOnce'],
  ['api.role=worker'],
  ['ingress.enabled=true', 'ingress.host=a.example.com'],
];

async function testChart(): Promise<void> {
  await goTool(HELM);
  await goTool(KUBECONFORM);
  const [helm, kubeconform] = [join(goFolder, 'helm'), join(goFolder, 'kubeconform')];
  const schemas = join(WORK, 'schemas');
  const install = ['-m', 'pip', 'install', '-q', '--root-user-action=ignore', '--no-deps'];
  await run('python3', [...install, '--target', schemas, SCHEMAS], { cwd: WORK });
  const locations = await Promise.all(VERSIONS.map(writeSchemas));
  const files = globSync('values/*.yaml', { cwd: CHART }).toSorted();
  assert(
    files.map((file) => basename(file, '.yaml')).join() === Object.keys(EXPECTED).toSorted().join(),
    `the value files are ${files.join(', ')}`,
  );
  for (const file of files) {
    const name = basename(file, '.yaml');
    const values = ['--values', join(CHART, file)];
    await run(helm, ['lint', '--strict', '--quiet', ...NEWEST, CHART, ...values], { cwd: WORK });
    const text = await run(helm, ['template', ...NEWEST, 'oriki', CHART, ...values], { cwd: WORK });
    const rendered = join(WORK, `${name}.yaml`);
    await writeFile(rendered, text);
    for (const location of locations) {
      const args = ['-strict', '-skip', NO_SCHEMA, '-schema-location', location, rendered];
      await run(kubeconform, args, { cwd: WORK });
    }
    const resources = parseAllDocuments(text).flatMap((document) => {
      const resource = document.toJS() as Resource | null;
      return resource === null ? [] : [resource];
    });
    for (const [kind, count] of Object.entries(EXPECTED[name]!)) {
      const found = resources.filter((one) => one.kind === kind).length;
      assert(found === count, `${name}: ${found} of ${kind} in place of ${count}`);
    }
    assertPods(resources);
    console.log(`chart ${name}: ${resources.length} resources`);
  }
  console.log(`chart: no schema of ${NO_SCHEMA} is in a package, so none is checked`);
  for (const values of REFUSED) {
    const args = values.flatMap((value) => ['--set', value]);
    const isRendered = await run(helm, ['template', ...NEWEST, 'oriki', CHART, ...args], {
      cwd: WORK,
    }).then(
      () => true,
      () => false,
    );
    assert(!isRendered, `the chart accepts ${values.join(', ')}`);
  }
}

const missing = ['go', 'python3'].filter((name) => programOf(name) === undefined);
try {
  if (process.argv.includes('--changed') && (await PASSED.hasPassed()))
    console.log('chart: rendered and checked before, unchanged');
  else if (missing.length > 0)
    skip('go', `deploy/chart (${missing.join(' and ')} is not installed)`);
  else {
    await testChart();
    await PASSED.write();
  }
} finally {
  await rm(WORK, { recursive: true, force: true });
}
