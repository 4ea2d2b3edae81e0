import { loadSharp } from '../images/normalise.ts';
import { countriesOf } from '../kinds/catalogue.ts';
import type {
  AdapterDefinition,
  Answer,
  ClaimedName,
  Unavailable,
  LookupOf,
  Profile,
  Rejection,
} from './adapter.ts';
import type { Image } from '../images/schemas.ts';
import { promptOf, inSessions } from './sandbox-register.ts';

/** The outcomes that `docs/sandbox.md` promises; the page names them for users, and a test compares the two. */

const SLOW_MS = 2000;
const MIDDLE_NAME = 'Ayo';

/** The owner of a number when the caller claims no person. */
const HOLDER = { firstName: 'Adaeze', lastName: 'Okafor' };
const DATE_OF_BIRTH = '1990-06-15';
const OTHER_DATES = ['1971-02-03', '1984-11-20'];
/** Other owners of a number. The first one who shares no name with the claimed person is used. */
const OTHERS = [
  { firstName: 'Ngozi', lastName: 'Bello' },
  { firstName: 'Tunde', lastName: 'Afolabi' },
  { firstName: 'Zainab', lastName: 'Danjuma' },
];

type Claimed = (ClaimedName & { dateOfBirth?: string }) | undefined;
type Scene = { outcome: 'ok'; profile: Profile } | Rejection | Unavailable;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function anotherThan({ firstName, lastName }: ClaimedName): ClaimedName {
  const words = `${firstName} ${lastName}`.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  const known = (name: string): boolean => words.includes(name.toLowerCase());
  const other = OTHERS.find((person) => !known(person.firstName) && !known(person.lastName));
  return other ?? OTHERS[0]!;
}

/**
 * Returns the name with one letter doubled, a clerk's typical error: `Okafor` becomes `Okaffor`. Short names stay
 * unchanged.
 */
function misspelt(name: string): string {
  return name.replace(/(.*\p{L}{2})([fgklmnprstz])(?=\p{L}{2})/iu, '$1$2$2');
}

/** The register's answer for a number with this last digit. */
async function sceneOf(digit: string, claimed: Claimed): Promise<Scene> {
  const holder = claimed ?? HOLDER;
  const found = (changes: Partial<Profile> = {}): Scene => ({
    outcome: 'ok',
    profile: {
      firstName: holder.firstName,
      middleName: MIDDLE_NAME,
      lastName: holder.lastName,
      dateOfBirth: claimed?.dateOfBirth ?? DATE_OF_BIRTH,
      gender: 'female',
      phoneNumber: '+2340000000000',
      address: '1 Sandbox Street',
      ...changes,
    },
  });
  switch (digit) {
    case '1':
      return { outcome: 'not_found' };
    case '2':
      return found({ ...anotherThan(holder), middleName: null });
    case '3':
      return found({ firstName: anotherThan(holder).firstName, middleName: null });
    case '4':
      return found({ firstName: misspelt(holder.firstName) });
    case '5':
      return found({
        dateOfBirth: OTHER_DATES.find((date) => date !== claimed?.dateOfBirth)!,
      });
    case '6':
      await pause(SLOW_MS);
      return found();
    case '7':
      return { outcome: 'unavailable' };
    case '8':
      return { outcome: 'bad_response' };
    case '9':
      return { outcome: 'rate_limited', retryAfterMs: 1000 };
    default:
      return found();
  }
}

/** Returns the last digit in any position, because some countries' numbers end in letters. */
function lastDigit(identifier: string): string {
  return /[0-9](?=[^0-9]*$)/.exec(identifier)?.[0] ?? '0';
}

function rawOf(answer: object): string {
  return JSON.stringify({ sandbox: true, ...answer });
}

async function askPerson(lookup: LookupOf['bvn']): Promise<Answer<'bvn' | 'nin'>> {
  const { country, identifier, claimed } = lookup;
  const scene = await sceneOf(lastDigit(identifier), claimed);
  return { ...scene, raw: rawOf({ country, identifier, ...scene }) };
}

async function askAccount(lookup: LookupOf['account']): Promise<Answer<'account'>> {
  const { country, accountNumber, bankCode, claimed } = lookup;
  const scene = await sceneOf(lastDigit(accountNumber), claimed);
  const asked = { country, accountNumber, bankCode };
  if (scene.outcome !== 'ok') return { ...scene, raw: rawOf({ ...asked, ...scene }) };
  const { firstName, middleName, lastName } = scene.profile;
  // Banks write surnames first, in capital letters.
  const words = [lastName, firstName, middleName].filter((name) => name !== null);
  const answer = { accountName: words.join(' ').toUpperCase() };
  return { outcome: 'ok', ...answer, raw: rawOf({ ...asked, outcome: 'ok', ...answer }) };
}

const MARKERS = {
  red: [255, 0, 0],
  black: [0, 0, 0],
  grey: [128, 128, 128],
  blue: [0, 0, 255],
  magenta: [255, 0, 255],
  yellow: [255, 255, 0],
  green: [0, 255, 0],
} as const;
type Marker = keyof typeof MARKERS;

/** The largest distance of a channel from the marker's, of 255, and the largest variation (standard deviation). */
const COLOUR_TOLERANCE = 40;
const MAX_DEVIATION = 10;

/** The marker for an image of nearly one color. */
async function markerOf(image: Image): Promise<Marker | undefined> {
  const sharp = await loadSharp();
  const { channels } = await sharp(image.bytes).stats();
  if (channels.some(({ stdev }) => stdev > MAX_DEVIATION)) return undefined;
  return (Object.keys(MARKERS) as Marker[]).find((name) =>
    MARKERS[name].every((value, i) => Math.abs(channels[i]!.mean - value) <= COLOUR_TOLERANCE),
  );
}

const LIVE_SCORE = 97;
const SAME_FACE = 92;

async function livenessOf(marker: Marker | undefined): Promise<Answer<'liveness'>> {
  switch (marker) {
    case 'red':
      return { outcome: 'ok', passed: false, score: 8, reason: 'spoof' };
    case 'black':
      return { outcome: 'ok', passed: false, score: 31, reason: 'occluded' };
    case 'grey':
      return { outcome: 'ok', passed: false, score: 44, reason: 'low_quality' };
    case 'blue':
      await pause(SLOW_MS);
      break;
    case 'magenta':
      return { outcome: 'unavailable' };
    default:
  }
  return { outcome: 'ok', passed: true, score: LIVE_SCORE };
}

async function faceMatchOf(marker: Marker | undefined): Promise<Answer<'face_match'>> {
  const similar = (similarity: number): Answer<'face_match'> => ({
    outcome: 'ok',
    similarity,
    scoreKind: 'similarity',
  });
  switch (marker) {
    case 'black':
      return { outcome: 'invalid_input', reason: 'occluded' };
    case 'grey':
      return { outcome: 'invalid_input', reason: 'low_quality' };
    case 'yellow':
      return similar(31);
    case 'green':
      return similar(65);
    case 'blue':
      await pause(SLOW_MS);
      break;
    case 'magenta':
      return { outcome: 'unavailable' };
    default:
  }
  return similar(SAME_FACE);
}

/** Faces are supported in all countries with numbers. */
const COUNTRIES = [...new Set([...countriesOf('nin'), ...countriesOf('account')])];

/**
 * Simulates a vendor for trials. It sends no requests. The last digit of a number, or the color of an image, selects
 * the answer.
 */
export const sandbox: AdapterDefinition = {
  name: 'sandbox',
  credentials: [],
  settings: ['prompt'],
  defaultBaseUrl: undefined,
  fields: [
    'sandbox',
    'country',
    'identifier',
    'accountNumber',
    'bankCode',
    'outcome',
    'reason',
    'retryAfterMs',
    'profile',
    'firstName',
    'middleName',
    'lastName',
    'dateOfBirth',
    'gender',
    'phoneNumber',
    'address',
    'accountName',
    'passed',
    'score',
    'similarity',
    'scoreKind',
  ],
  create: (_credentials, { prompt } = {}) => ({
    bvn: inSessions<'bvn'>(
      { countries: countriesOf('bvn'), ask: askPerson },
      ({ identifier }) => identifier,
      promptOf(prompt),
    ),
    nin: inSessions<'nin'>(
      { countries: countriesOf('nin'), takesVirtual: true, ask: askPerson },
      ({ identifier }) => identifier,
      promptOf(prompt),
    ),
    account: inSessions<'account'>(
      { countries: countriesOf('account'), ask: askAccount },
      ({ accountNumber }) => accountNumber,
      promptOf(prompt),
    ),
    liveness: {
      countries: COUNTRIES,
      ask: async ({ country, image }) => {
        const answer = await livenessOf(await markerOf(image));
        return { ...answer, raw: rawOf({ country, ...answer }) };
      },
    },
    face_match: {
      countries: COUNTRIES,
      ask: async ({ country, selfie }) => {
        const answer = await faceMatchOf(await markerOf(selfie));
        return { ...answer, raw: rawOf({ country, ...answer }) };
      },
    },
  }),
};
