/** The page of a verification session on a phone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { launchChromium } from './chromium.ts';

type Options = { locale?: string; camera?: boolean; colorScheme?: 'dark' | 'light' };

/**
 * Starts a browser with a camera that shows a moving picture, and stops it after the tests.
 * @returns a function that opens a link of a session
 */
export function phoneOf(app: TestApp) {
  let phone: Browser;
  beforeAll(async () => {
    phone = await launchChromium(
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    );
  });
  afterAll(() => phone.close());
  return async (url: string, { locale = 'en-NG', camera = true, ...more }: Options = {}) => {
    const context = await phone.newContext({
      ...more,
      viewport: { width: 375, height: 667 },
      locale,
      hasTouch: true,
      permissions: camera ? ['camera'] : [],
    });
    const page = await context.newPage();
    const faults: string[] = [];
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
         console.error('policy: ' + violatedDirective + ' ' + blockedURI));`,
    );
    if (!camera) await page.addInitScript(`delete Navigator.prototype.mediaDevices`);
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:'))
        faults.push(`asked ${request.url()}`);
    });
    await page.goto(url);
    return { page, faults, close: () => context.close() };
  };
}

export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name }).waitFor();
}

/** Takes a picture with the camera. */
export async function takePicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('img', { name: 'Your picture' }).waitFor();
}
