/** Recognisable personal data, a vendor whose answers contain more of it, and a full dump. */
import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { asBytes } from './leaks.ts';
import { startVendor, type Reply, type VendorServer } from './vendors/server.ts';

function pick(from: string, count: number): string {
  return Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
}

function name(): string {
  return `Q${pick('bcdfghjklmnpqrstvwxz', 9)}`;
}
function digits(count: number): string {
  return `7${pick('0123456789', count - 1)}`;
}
function dateOfBirth(): string {
  return `19${randomInt(31, 59)}-0${randomInt(1, 9)}-${randomInt(11, 28)}`;
}

const plainName = name();
const birth = dateOfBirth();
const [year, month, day] = birth.split('-');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep'.split(' ');

export const marks = {
  firstName: name(),
  /** The part of the last name that every transformation keeps. */
  plainName,
  /** Not ASCII and with a space, so that escapes change it. */
  lastName: `${plainName}é ñ${name()}`,
  dateOfBirth: birth,
  vendorBirth: `${day}-${MONTHS[Number(month) - 1]}-${year}`,
  otherFirst: name(),
  otherLast: name(),
  otherBirth: dateOfBirth(),
  middleName: name(),
  bvn: digits(11),
  nin: digits(11),
  account: digits(10),
  missing: digits(11),
  unreadable: digits(11),
  down: digits(11),
  accountDown: digits(10),
  ghana: `GHA-${digits(9)}-0`,
  phone: `+234${digits(10)}`,
  address: `${randomInt(100, 999)} ${name()} Street`,
  vendorText: `vendor says ${name()}`,
  imageName: name(),
  idempotencyKey: `key-${name()}`,
  misspelt: name(),
};

/** Answers in Dojah's format. The request determines the answer, unless `reply` is set. */
export async function startMarkedVendor(): Promise<VendorServer> {
  const record = {
    first_name: marks.firstName,
    middle_name: marks.middleName,
    last_name: marks.lastName,
    date_of_birth: marks.vendorBirth,
    phone_number1: marks.phone,
    residential_address: marks.address,
    note: marks.vendorText,
  };
  const { firstName, middleName, lastName } = marks;
  const answers: Record<string, Reply> = {
    [marks.bvn]: { status: 200, json: { entity: { ...record, bvn: marks.bvn } } },
    [marks.nin]: {
      status: 200,
      json: {
        entity: {
          ...record,
          nin: marks.nin,
          first_name: marks.otherFirst,
          last_name: marks.otherLast,
          date_of_birth: marks.otherBirth,
        },
      },
    },
    [marks.account]: {
      status: 200,
      json: {
        entity: {
          account_name: `${lastName} ${firstName} ${middleName}`,
          account_number: marks.account,
        },
      },
    },
    [marks.unreadable]: { status: 200, text: `<h1>${marks.vendorText} ${marks.unreadable}</h1>` },
    [marks.down]: { status: 503, json: { error: `${marks.vendorText} ${marks.down}` } },
    [marks.accountDown]: { status: 429, json: { error: marks.vendorText } },
  };
  return startVendor(({ path, query, json }) => {
    const asked = query['bvn'] ?? query['nin'] ?? query['account_number'];
    if (path === '/api/v1/ml/liveness/')
      return {
        status: 200,
        json: {
          entity: {
            liveness: { liveness_check: false, liveness_probability: 12 },
            face: { message: marks.vendorText },
            image: (json as { image: string }).image,
          },
        },
      };
    if (path === '/api/v1/kyc/photoid/verify')
      return {
        status: 200,
        json: { entity: { selfie: { confidence_value: 93.5 }, note: marks.vendorText } },
      };
    return (
      answers[asked ?? ''] ?? {
        status: 404,
        json: { error: `bvn not found ${marks.vendorText} ${asked}` },
      }
    );
  });
}

/** Returns every column of every table, by `table.column`: as text, and bytes also unchanged. */
export async function dump(client: Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const places = new Map<string, string>();
  const asText = { getTypeParser: () => (value: string) => value } as never;
  for (const { name: table } of tables) {
    const { rows } = await client.query<Record<string, string | null>>({
      text: `SELECT * FROM ${table}`,
      types: asText,
    });
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        if (value === null) continue;
        const raw = [...value.matchAll(/\\x((?:[0-9a-f]{2})+)/g)].map(([, hex]) =>
          Buffer.from(hex!, 'hex').toString('latin1'),
        );
        const place = `${table}.${column}`;
        places.set(place, [places.get(place) ?? '', asBytes(value), ...raw].join('\n'));
      }
  }
  return places;
}
