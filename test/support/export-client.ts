/** Requests to an organization's API for tests of exports. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Export } from '../../src/modules/exports/schemas.ts';
import type { TestApp } from './app.ts';
import { eventually } from './process.ts';
import { testApp } from './test-app.ts';
import { OrgClient } from './org-client.ts';

export type Filters = { dateFrom?: string; dateTo?: string; service?: string; after?: string };

/** Creates a folder for files, which is deleted with the test. */
export async function exportFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'oriki-exports-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Returns the names of all files below the folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Does what `testApp` does, with a folder for exports. */
export function exportApp(): { app: TestApp; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'oriki-exports-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { app: testApp({ rateLimits: undefined, exportFolder: folder }), folder };
}

export class ExportClient extends OrgClient {
  async create(dataType: string, format = 'CSV', filters?: Filters): Promise<Export> {
    const body = { dataType, format, ...(filters ? { filters } : {}) };
    const answer = await this.app.call('POST', '/api/v1/exports', { key: this.org.key, body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  }

  async get(id: string): Promise<Export> {
    const answer = await this.app.call('GET', `/api/v1/exports/${id}`, { key: this.org.key });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }

  /** Returns the export once it is completed or failed. */
  async finished(id: string): Promise<Export> {
    let found = await this.get(id);
    await eventually(async () => {
      if (['PENDING', 'PROCESSING'].includes(found.status)) found = await this.get(id);
      return !['PENDING', 'PROCESSING'].includes(found.status);
    });
    return found;
  }

  /** Returns the bytes of a finished export, after checking them against its record. */
  async file({ downloadUrl, fileSize, sha256, ...rest }: Export): Promise<Buffer> {
    expect(rest.status, rest.error ?? '').toBe('COMPLETED');
    const response = await fetch(downloadUrl!);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(fileSize);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    return bytes;
  }

  /** Creates an export, waits for it and downloads it. */
  async export(dataType: string, format = 'CSV', filters?: Filters): Promise<Buffer> {
    const { id } = await this.create(dataType, format, filters);
    return this.file(await this.finished(id));
  }
}
