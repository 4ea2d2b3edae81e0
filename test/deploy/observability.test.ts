import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/config.ts';
import { Children } from '../../src/start/processes/children.ts';
import { testApp } from '../support/test-app.ts';

const ROOT = join(import.meta.dirname, '../..');
function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

type Metric = { type: string; labels: string[] };
/** Metrics of a process with both roles, and of one that starts several processes. */
const exposed = new Map<string, Metric>();
/** Its metrics before any work. */
let atStart: string;
/** The metrics of docs/metrics.md. */
const documented = new Map(
  [...read('docs/metrics.md').matchAll(/^- `([a-z]\w+)` \((\w+)(?:; ([^)]*))?\)/gm)].map(
    ([, name, type, labels]): [string, Metric] => [
      name!,
      { type: type!, labels: [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label!) },
    ],
  ),
);

const operations = [...read('docs/openapi.json').matchAll(/"operationId": "(\w+)"/g)].map(
  ([, id]) => id!,
);

const app = testApp({ adminPort: 0 });

beforeAll(async () => {
  atStart = await (await fetch(`${app.service.adminUrl}/metrics`)).text();
  const { key } = await app.org();
  await app.call('POST', '/api/v1/identity/verify-bvn', {
    key,
    body: {
      subjectId: 's',
      bvn: '22222222220',
      matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
    },
  });
  const several = new Children(loadConfig({ ORIKI_PROCESSES: '2' }), pino({ level: 'silent' }));
  const text =
    (await (await fetch(`${app.service.adminUrl}/metrics`)).text()) + (await several.metrics());
  for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    exposed.set(name!, { type: type!, labels: [] });
  for (const [, series, labels] of text.matchAll(/^(\w+)\{([^}]*)\} /gm)) {
    const metric =
      exposed.get(series!) ?? exposed.get(series!.replace(/_(bucket|sum|count)$/, ''))!;
    for (const [, label] of (labels ?? '').matchAll(/(\w+)="/g))
      if (label !== 'le' && !metric.labels.includes(label!)) metric.labels.push(label!);
  }
});

test('docs/metrics.md documents exactly the metrics that a process exposes', () => {
  // Most of prom-client's process metrics exist only on Linux.
  const here = [...documented.keys()].filter(
    (name) => process.platform === 'linux' || !name.startsWith('process_') || exposed.has(name),
  );
  expect(here.toSorted()).toEqual([...exposed.keys()].toSorted());
  for (const [name, { type, labels }] of exposed) {
    expect(documented.get(name)?.type, name).toBe(type);
    expect(documented.get(name)?.labels, name).toEqual(expect.arrayContaining(labels));
  }
});

test('waiting background work is counted, with dead letters separate', async () => {
  const { id } = await app.org();
  await app.db.pool.query(
    `INSERT INTO dead_letters (org_id, id, verification_id, kind, country, providers, sandbox)
     SELECT $1, 'd' || n, 'v', 'bvn', 'NG', '{}', false FROM generate_series(1, 3) AS n`,
    [id],
  );
  const text = await (await fetch(`${app.service.adminUrl}/metrics`)).text();
  expect(text).toContain('oriki_background_waiting{work="dead_letters"} 3\n');
  expect(text).toMatch(/^oriki_background_waiting\{work="audit_rows"\} \d/m);
  expect(text).toMatch(/^oriki_background_waiting\{work="usage"\} \d/m);
});

/** Returns the series and labels in a PromQL expression, without Prometheus' own `up`. */
function namesOf(expression: string): { series: string[]; labels: string[] } {
  const bare = expression.replaceAll(/"[^"]*"/g, '""');
  const matchers = [...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner]) => inner!.split(','));
  const groups = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner]) => inner!.split(','));
  return {
    series: [...bare.matchAll(/\b(?:oriki|process|nodejs)_\w+/g)].map(([name]) => name),
    labels: [...matchers.map((matcher) => matcher.split(/[=!]/)[0]!), ...groups].map((name) =>
      name.trim(),
    ),
  };
}

function expectKnown(expression: string, where: string): void {
  expect(expression.split('(').length, where).toBe(expression.split(')').length);
  const { series, labels } = namesOf(expression);
  const metrics = series.map((name) => {
    const histogram = name.replace(/_(bucket|sum|count)$/, '');
    const metric = exposed.get(name) ?? exposed.get(histogram);
    expect(metric, `${where}: ${name}`).toBeDefined();
    if (metric!.type === 'histogram') expect(name, where).toMatch(/_(bucket|sum|count)$/);
    return histogram;
  });
  // Prometheus adds job and instance; le belongs to a histogram.
  const known = new Set(['job', 'instance', 'le']);
  for (const metric of metrics)
    for (const label of documented.get(metric)?.labels ?? []) known.add(label);
  for (const label of labels) expect([...known], `${where}: label ${label}`).toContain(label);
  for (const [, patterns] of expression.matchAll(/operation[!=]~"([^"]*)"/g))
    for (const pattern of patterns!.split('|'))
      expect(operations, `${where}: ${pattern}`).toContainEqual(
        expect.stringMatching(new RegExp(`^(?:${pattern})$`)),
      );
}

describe('alert rules', () => {
  type Rule = {
    alert: string;
    expr: string;
    for?: string;
    labels: { severity: string };
    annotations: { summary: string; description: string };
  };
  const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
    groups: { name: string; rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);

  test('use only existing metrics and labels', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, expr } of rules) expectKnown(expr, alert);
  });

  // `increase` and `rate` ignore the first value of a new series.
  test('count their events from 0, before the first one', () => {
    const lines = atStart.split('\n');
    let watched = 0;
    for (const { alert, expr } of rules)
      for (const [, series, label, values] of expr.matchAll(/(\w+_total)\{(\w+)=~?"([^"]*)"/g))
        for (const value of label === 'job' ? [] : values!.split('|')) {
          const found = lines.filter(
            (line) => line.startsWith(`${series}{`) && line.includes(`${label}="${value}"`),
          );
          expect(found, `${alert}: ${series} ${value}`).not.toEqual([]);
          watched += 1;
        }
    expect(watched).toBeGreaterThan(5);
  });

  test('have a unique name, a severity, and advice', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.alert).toMatch(/^Oriki[A-Za-z]+$/);
      expect(['critical', 'warning'], rule.alert).toContain(rule.labels.severity);
      expect(rule.for ?? '1m', rule.alert).toMatch(/^\d+[mh]$/);
      expect(rule.annotations.summary, rule.alert).toMatch(/./);
      expect(rule.annotations.description, rule.alert).toMatch(/./);
      const placeholders = [...rule.annotations.summary.matchAll(/\$labels\.(\w+)/g)];
      for (const [, label] of placeholders)
        if (label !== 'instance') expect(rule.expr, rule.alert).toContain(label);
    }
  });
});

describe('the dashboard', () => {
  type Panel = {
    id: number;
    type: string;
    title: string;
    gridPos: { h: number; w: number; x: number; y: number };
    targets?: { expr: string; legendFormat: string }[];
  };
  const dashboard = JSON.parse(read('deploy/grafana/oriki.json')) as {
    uid: string;
    schemaVersion: number;
    panels: Panel[];
    templating: { list: { name: string }[] };
  };

  test('uses only existing metrics and labels in each panel', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(panels.length).toBeGreaterThan(10);
    for (const { title, targets } of panels) {
      expect(targets?.length, title).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets!) {
        expectKnown(expr.replaceAll('$__rate_interval', '5m'), title);
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          if (label !== 'instance') expect(namesOf(expr).labels, title).toContain(label);
      }
    }
  });

  test('has panels with unique ids and declared variables, which do not overlap', () => {
    const { panels, templating } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    const used = JSON.stringify(panels).matchAll(/\$\{?(?!__)(\w+)/g);
    const declared = templating.list.map(({ name }) => name);
    expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(declared));
  });

  test('contains every metric of Oriki', () => {
    const shown = JSON.stringify(dashboard.panels);
    for (const name of exposed.keys())
      if (name.startsWith('oriki_')) expect(shown, name).toContain(name);
  });
});
