import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { violationsOf } from '../support/browser.ts';
import { consoleOrg } from '../support/organization.ts';
import { MARKUP } from '../support/world.ts';
import { within } from '../../support/within.ts';

const MIB = 2 ** 20;
const FILE = 'File (at most 10 MiB, stored encrypted)';

const { call, open } = consoleOrg();

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a file of a case', () => {
  test('of 10 MiB is uploaded with progress, read back unchanged, and removed', async () => {
    const { id } = await call('POST', '/cases', { subjectId: 'customer-1' });
    const { page, faults, close } = await open(`/console/cases/${id}`);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 4 * MIB,
    });
    const buffer = randomBytes(10 * MIB);
    const name = `passport ${MARKUP}.bin`;
    await page.getByLabel(FILE).setInputFiles({ name, mimeType: 'Strange', buffer });
    // Recorded in the page: a check from here may come too late on a busy machine.
    const shares = await page.evaluateHandle<number[]>(`(() => {
      const seen = [];
      new MutationObserver(() => {
        const progress = document.querySelector('progress');
        if (progress) seen.push(progress.value);
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['value'] });
      return seen;
    })()`);
    await page.getByRole('button', { name: 'Attach file' }).click();
    await page.getByLabel('Sending the file').waitFor();
    const files = page.getByRole('table', { name: 'Files' });
    await files.getByText(name).waitFor({ timeout: within(30_000) });
    const seen = await shares.jsonValue();
    expect(seen.filter((share) => share > 0.2 && share < 0.9).length).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    const downloading = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download' }).click();
    const file = await downloading;
    expect(hashOf(await readFile(await file.path()))).toBe(hashOf(buffer));
    await files.getByRole('button', { name: 'Remove file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click();
    await page.getByText('No files yet.').waitFor();
    expect((await call('GET', `/cases/${id}`)).files).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('above 10 MiB, and an empty one, are refused with a message before anything is sent', async () => {
    const { id } = await call('POST', '/cases', { subjectId: 'customer-2' });
    const { page, faults, asked, close } = await open(`/console/cases/${id}`);
    const choose = (bytes: number) =>
      page.getByLabel(FILE).setInputFiles({
        name: 'file.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.alloc(bytes),
      });
    await choose(10 * MIB + 1);
    await page.getByRole('alert').getByText('The file has 10.1 MiB').waitFor();
    expect(await page.getByRole('button', { name: 'Attach file' }).isDisabled()).toBe(true);
    await choose(0);
    await page.getByRole('alert').getByText('The file is empty').waitFor();
    expect(await page.getByRole('button', { name: 'Attach file' }).isDisabled()).toBe(true);
    await choose(1);
    await page.getByRole('button', { name: 'Attach file' }).click();
    await page.getByRole('table', { name: 'Files' }).getByText('file.pdf').waitFor();
    expect(asked.filter((address) => address.endsWith('/files')).length).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('is not stored if its upload is cancelled, and no message is shown', async () => {
    const { id } = await call('POST', '/cases', { subjectId: 'customer-3' });
    const { page, faults, close } = await open(`/console/cases/${id}`);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: MIB / 2,
    });
    const buffer = Buffer.alloc(5 * MIB);
    await page.getByLabel(FILE).setInputFiles({ name: 'a.bin', mimeType: '', buffer });
    await page.getByRole('button', { name: 'Attach file' }).click();
    await page.getByLabel('Sending the file').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Sending the file').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect((await call('GET', `/cases/${id}`)).files).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('is read by an auditor, who cannot add or remove one', async () => {
    const { id } = await call('POST', '/cases', { subjectId: 'customer-4' });
    const body = { name: 'note.txt', contentType: 'text/plain', base64: 'dGVzdA==' };
    await call('POST', `/cases/${id}/files`, body);
    const { page, close } = await open(`/console/cases/${id}`, 'auditor');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('note.txt');
    expect(await page.getByRole('button', { name: 'Remove file' }).count()).toBe(0);
    expect(await page.getByLabel(FILE).count()).toBe(0);
    await close();
  });
});
