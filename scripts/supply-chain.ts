import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownLicences, type Lock } from './licences.ts';
import { skip } from './skips.ts';

/**
 * Checks the shipped packages: their licences, a bill of materials (CycloneDX, in build/sbom.cdx.json), and known
 * vulnerabilities. Fails on an unknown licence and on a vulnerability. In `npm run verify` it also fails if no registry
 * reports vulnerabilities, unless that is accepted.
 */
const ROOT = join(import.meta.dirname, '..');
const SBOM = join(ROOT, 'build/sbom.cdx.json');

function npm(...args: string[]): string {
  // A vulnerability, or a registry that does not answer, also appears in the output.
  return spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
}

function checkLicences(): boolean {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const unknown = unknownLicences(lock);
  for (const line of unknown) console.error(`unknown licence: ${line}`);
  const count = Object.keys(lock.packages).length - 1;
  if (unknown.length === 0) console.log(`licences: all of ${count} packages are known`);
  return unknown.length === 0;
}

function writeBill(): boolean {
  const text = npm('sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx');
  const bill = JSON.parse(text) as { components: unknown[]; error?: { summary: string } };
  if (bill.error) {
    console.error(`no bill of materials: ${bill.error.summary}`);
    return false;
  }
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(SBOM, text);
  console.log(`bill of materials: ${bill.components.length} packages in ${SBOM}`);
  return true;
}

type Audit = {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string }>;
  message?: string;
};

function checkVulnerabilities(): boolean {
  const text = npm('audit', '--package-lock-only', '--omit=dev', '--json');
  const report = JSON.parse(text === '' ? '{}' : text) as Audit;
  if (!report.metadata) {
    // The registry lacks this service, or no registry is reachable.
    try {
      skip(
        'vulnerabilities',
        `known vulnerabilities (npm audit: ${report.message ?? 'no answer'})`,
      );
      return true;
    } catch (error) {
      console.error((error as Error).message);
      return false;
    }
  }
  for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {}))
    console.error(`known vulnerability: ${name} (${severity})`);
  const total = report.metadata.vulnerabilities['total'] ?? 0;
  if (total === 0) console.log('known vulnerabilities: none');
  return total === 0;
}

const passed = [checkLicences(), writeBill(), checkVulnerabilities()];
if (passed.includes(false)) process.exitCode = 1;
