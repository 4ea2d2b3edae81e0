import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { halves, noise, plain } from '../../../../test/support/images.ts';
import { OutboundClient } from '../../../platform/outbound/client.ts';
import { normalise } from '../images/normalise.ts';
import { readImage } from '../images/read.ts';
import { countriesOf, kindsCatalogue } from '../kinds/catalogue.ts';
import {
  AdapterSetupError,
  UNAVAILABLE_OUTCOMES,
  type Adapter,
  type Answer,
  type ClaimedName,
  type Profile,
  type Upstream,
} from './adapter.ts';
import { sandbox } from './sandbox.ts';
import type { Image } from '../images/schemas.ts';
import { matchNames } from '../name-match/match.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/sandbox.md'), 'utf8');

/** The cells of the table below a heading, without its two header lines. */
function table(heading: string): string[][] {
  const section = DOCUMENT.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const samples = new Map(
  [...DOCUMENT.matchAll(/^([a-z]+) +(iVBOR[A-Za-z0-9+/=]+)$/gm)].map(([, name, base64]) => [
    name!,
    base64!,
  ]),
);

const adapter = sandbox.create({});
const upstream: Upstream = {
  send: () => Promise.reject(new Error('the sandbox calls nobody')),
  reference: 'idv_1',
  hasConsent: false,
  now: () => new Date(0),
};
const CLAIMED = { firstName: 'Chinedu', lastName: 'Okafor', dateOfBirth: '1988-02-29' };

function person(identifier: string, who: typeof CLAIMED | null = CLAIMED) {
  return adapter.nin!.ask({ country: 'NG', identifier, claimed: who ?? undefined }, upstream);
}
function account(accountNumber: string) {
  return adapter.account!.ask(
    { country: 'NG', accountNumber, bankCode: '058', claimed: CLAIMED },
    upstream,
  );
}
function liveness(image: Image) {
  return adapter.liveness!.ask({ country: 'NG', image }, upstream);
}
function faceMatch(selfie: Image, reference: Image) {
  return adapter.face_match!.ask({ country: 'NG', selfie, reference }, upstream);
}

function nameOf({ firstName, middleName, lastName }: Profile) {
  return [firstName, middleName, lastName].filter((name) => name !== null).join(' ');
}
function scoreOf(who: ClaimedName, record: string) {
  return matchNames(who, record).score;
}
/** The default score from which a name verifies. */
const THRESHOLD = 70;

function isDown(answer: { outcome: string }) {
  return (UNAVAILABLE_OUTCOMES as readonly string[]).includes(answer.outcome);
}

async function normalised(bytes: Buffer): Promise<Image> {
  return (await normalise(bytes, 'org')).image!;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** The answer, and its duration on the clock in seconds. */
async function timed<T>(promise: Promise<T>): Promise<{ answer: T; seconds: number }> {
  const answers: T[] = [];
  const settled = promise.then((answer) => void answers.push(answer));
  let seconds = 0;
  while (answers.length === 0) {
    // The decoder does not depend on the clock.
    await Promise.race([settled, new Promise((resolve) => setImmediate(resolve))]);
    if (vi.getTimerCount() === 0) continue;
    await vi.advanceTimersByTimeAsync(1000);
    seconds += 1;
  }
  return { answer: answers[0]!, seconds };
}

describe('numbers', () => {
  const rows = table('Numbers');

  test('the documentation lists every last digit', () => {
    expect(rows.map(([digit]) => digit)).toEqual([...'0123456789']);
  });

  // contract: providers/sandbox-last-digit
  test.each(rows)('a number that ends in %s: %s', async (digit, what, status) => {
    const { answer, seconds } = await timed(person(`1234567890${digit}`));
    const points = answer.outcome === 'ok' ? scoreOf(CLAIMED, nameOf(answer.profile)) : 0;
    const matched = points >= THRESHOLD ? 'verified' : 'failed';
    const actual = isDown(answer) ? 'provider_down' : matched;
    expect(`\`${actual}\``).toBe(status);
    expect(seconds).toBe(/two seconds/.test(what!) ? 2 : 0);
    if (answer.outcome === 'ok')
      expect(answer.profile.dateOfBirth === CLAIMED.dateOfBirth).toBe(digit !== '5');

    const { answer: bank } = await timed(account(`123456789${digit}`));
    expect(bank.outcome).toBe(answer.outcome);
    if (bank.outcome === 'ok') expect(scoreOf(CLAIMED, bank.accountName)).toBe(points);
  });

  test('the same digits verify and fail for any claimed person', async () => {
    const names = [
      ['Adaeze', 'Okafor'],
      ['Ngozi', 'Bello'],
      ['BELLO', 'ngozi'],
      ['Tunde', 'Ngozi-Smith'],
      ['Ayo', 'Balogun'],
      ['Abdulrahman', 'Musa'],
      ['Abdul Rahman', 'Musa'],
      ['Oluwaseun', 'Adébáyọ̀'],
      ['Bo', 'Li'],
    ] as const;
    for (const [firstName, lastName] of names)
      for (const digit of '02345') {
        const who = { ...CLAIMED, firstName, lastName };
        const answer = await person(`2222222222${digit}`, who);
        if (answer.outcome !== 'ok') throw new Error('nobody was found');
        const points = scoreOf(who, nameOf(answer.profile));
        expect(points >= THRESHOLD, `${firstName} ${lastName}, ${digit}`).toBe(
          digit !== '2' && digit !== '3',
        );
        if (digit === '2') expect(points).toBe(0);
        if (digit === '3') expect(answer.profile.lastName).toBe(lastName);
      }
  });

  test('never throw for any claimed person', async () => {
    const everybody = { firstName: 'Ngozi Tunde', lastName: 'Zainab' };
    for (const digit of '234')
      expect(await person(`2222222222${digit}`, { ...CLAIMED, ...everybody })).toMatchObject({
        outcome: 'ok',
      });
  });

  test('a doubled letter is the only difference of a variant', async () => {
    const answer = await person('22222222224');
    expect(answer).toMatchObject({ profile: { firstName: 'Chinnedu', lastName: 'Okafor' } });
  });

  test('without a claimed person, return the documented person', async () => {
    const answer = await person('22222222220', null);
    if (answer.outcome !== 'ok') throw new Error('nobody was found');
    expect(DOCUMENT).toContain(nameOf(answer.profile));
    expect(DOCUMENT).toContain(answer.profile.dateOfBirth);
  });

  test('the last digit counts in any position', async () => {
    const ask = (identifier: string) =>
      adapter.nin!.ask({ country: 'UG', identifier, claimed: CLAIMED }, upstream);
    expect(await ask('CM9001234511AB')).toMatchObject({ outcome: 'not_found' });
    expect(await ask('ABCDEFGHIJKLMN')).toMatchObject({ outcome: 'ok' });
  });

  test('answers every country and kind of the catalog', async () => {
    for (const { country, kind: requested, example } of kindsCatalogue) {
      const kind = requested === 'vnin' ? 'nin' : requested;
      expect(adapter[kind]!.countries).toEqual(countriesOf(kind));
      const answer =
        kind === 'account'
          ? await adapter.account!.ask(
              { country, accountNumber: example, bankCode: '058', claimed: CLAIMED },
              upstream,
            )
          : await adapter[kind]!.ask({ country, identifier: example, claimed: CLAIMED }, upstream);
      expect(['ok', 'not_found']).toContain(answer.outcome);
    }
  });
});

describe('images', () => {
  const client = new OutboundClient({ allow: [] });
  afterAll(() => client.close());
  const rows = table('Images');
  const sample = (name: string) =>
    readImage(
      { base64: samples.get(name === 'any other' ? 'face' : name)!, contentType: 'image/png' },
      'image',
      'org',
      client,
    );

  test('the documentation has a sample for every row', () => {
    expect(rows).toHaveLength(8);
    expect([...samples.keys()].toSorted()).toEqual(
      ['face', ...rows.map(([name]) => name!).filter((name) => name !== 'any other')].toSorted(),
    );
  });

  function livenessText(answer: Answer<'liveness'>): string {
    if (answer.outcome !== 'ok') return isDown(answer) ? '`provider_down`' : answer.outcome;
    const { passed, score, reason } = answer;
    expect(reason === undefined).toBe(passed);
    return passed
      ? `\`verified\`, score ${score}`
      : `\`failed\`, score ${score}, reason \`${reason}\``;
  }

  function faceMatchText(answer: Answer<'face_match'>): string {
    if (answer.outcome !== 'ok')
      return isDown(answer) ? '`provider_down`' : '`failed`: no face to compare';
    const status = answer.similarity >= 65 ? 'verified' : 'failed';
    return `\`${status}\`, similarity ${answer.similarity}`;
  }

  // contract: providers/sandbox-last-digit
  test.each(rows)('the sample %s: liveness %s, face-match %s', async (name, live, match) => {
    const [image, face] = await Promise.all([sample(name!), sample('face')]);
    const slow = (seconds: number) => (seconds === 2 ? ', after two seconds' : '');
    const checked = await timed(liveness(image));
    expect(livenessText(checked.answer) + slow(checked.seconds)).toBe(live);
    const compared = await timed(faceMatch(image, face));
    expect(faceMatchText(compared.answer) + slow(compared.seconds)).toBe(match);
    // The reference image never affects the answer.
    expect(await faceMatch(face, image)).toEqual(await faceMatch(face, face));
  });

  test('a marker survives JPEG and scaling, and a picture with an average of gray is not a marker', async () => {
    const large = plain({ width: 2000, height: 1500, colour: '#e01010' });
    expect(await liveness(await normalised(await large.jpeg({ quality: 40 }).toBuffer()))).toEqual(
      expect.objectContaining({ passed: false, reason: 'spoof' }),
    );
    for (const picture of [noise(300, 300), halves('#ff0000', '#f0f0f0'), plain()])
      expect(await liveness(await normalised(await picture.png().toBuffer()))).toMatchObject({
        passed: true,
      });
  });
});

test('the raw answer is JSON with the content of the answer', async () => {
  for (const answer of [await person('22222222220'), await person('22222222221')])
    expect(JSON.parse(answer.raw!)).toMatchObject({ sandbox: true, outcome: answer.outcome });
  expect(JSON.parse((await account('0123456780')).raw!)).toMatchObject({
    accountNumber: '0123456780',
    accountName: 'OKAFOR CHINEDU AYO',
  });
});

describe('the sandbox in a session', () => {
  const talk = { returnTo: 'https://app.example.com/?session=1' };
  const ask = (
    identifier: string,
    code?: string,
    made: Adapter = adapter,
  ): ReturnType<NonNullable<NonNullable<Adapter['bvn']>['converse']>> =>
    made.bvn!.converse!({ country: 'NG', identifier, claimed: CLAIMED }, upstream, {
      ...talk,
      ...(code !== undefined && { answered: { state: 'asked', code } }),
    });

  test('asks the person if the first digit is 8 or 9', async () => {
    expect(await ask('82222222220')).toMatchObject({ outcome: 'prompt', prompt: 'otp' });
    expect(await ask('92222222220')).toMatchObject({
      prompt: 'redirect',
      url: `${talk.returnTo}&code=agreed`,
    });
    expect(await ask('22222222220')).toMatchObject({ outcome: 'ok' });
  });

  test('answers only if the code is right', async () => {
    expect(await ask('82222222220', '123456')).toMatchObject({ outcome: 'ok' });
    expect(await ask('82222222220', 'agreed')).toEqual({
      outcome: 'mismatch',
      reason: 'wrong_code',
    });
    expect(await ask('92222222220', 'agreed')).toMatchObject({ outcome: 'ok' });
  });

  test('asks every person if a setting requires it, and single calls then skip it', async () => {
    const asking = sandbox.create({}, { prompt: 'otp' });
    expect([asking.bvn!.consent, adapter.bvn!.consent]).toEqual(['otp', undefined]);
    expect(await ask('22222222220', undefined, asking)).toMatchObject({ prompt: 'otp' });
    expect(() => sandbox.create({}, { prompt: 'sms' })).toThrow(AdapterSetupError);
  });
});
