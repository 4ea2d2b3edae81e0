import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sample } from '../../../../test/support/audit.ts';
import { hashLink } from '../../audit/chain/linker.ts';
import {
  hashRecord,
  hashRow,
  HASHED_COLUMNS,
  type RowTexts,
  type VerificationRecord,
} from './record.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

type Vectors = {
  rows: { name: string; row: RowTexts; text: string; hash: string }[];
  links: {
    name: string;
    link: { org_id: string; seq: string; prev_hash: string; linked_at: string };
    rows: [string, string][];
    text: string;
    hash: string;
  }[];
};

const { rows, links } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../test/vectors/audit-log.json'), 'utf8'),
) as Vectors;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test.each(rows.map((vector) => [vector.name, vector] as const))(
  'the hash of a row is that of its published text: %s',
  (_, vector) => {
    expect(sha256(vector.text)).toBe(vector.hash);
    expect(hashRow(vector.row).toString('hex')).toBe(vector.hash);
  },
);

test.each(links.map((vector) => [vector.name, vector] as const))(
  'the hash of a link is that of its published text: %s',
  (_, vector) => {
    const { org_id: orgId, seq, prev_hash: prevHash, linked_at: linkedAt } = vector.link;
    expect(sha256(vector.text)).toBe(vector.hash);
    const hash = hashLink({ orgId, seq, prevHash, linkedAt, rows: vector.rows });
    expect(hash.toString('hex')).toBe(vector.hash);
  },
);

test('rows that differ in any column differ in their hash', () => {
  const column = fc.option(fc.string({ unit: anyCharacter, maxLength: 3 }), { nil: null });
  const row = fc.record(
    Object.fromEntries(HASHED_COLUMNS.map((name) => [name, column])),
  ) as fc.Arbitrary<RowTexts>;
  const position = fc.constantFrom(...HASHED_COLUMNS);
  fc.assert(
    fc.property(row, position, column, position, (one, at, value, from) => {
      const changed = { ...one, [at]: value };
      const moved = { ...one, [at]: one[from], [from]: one[at] };
      for (const other of [changed, moved])
        expect(hashRow(other).equals(hashRow(one))).toBe(
          HASHED_COLUMNS.every((name) => one[name] === other[name]),
        );
    }),
  );
});

test('the hash covers every field of a record', () => {
  const { record } = sample('org_1');
  const changes: { [K in keyof VerificationRecord]: VerificationRecord[K] } = {
    orgId: 'org_2',
    id: 'verification_2',
    subjectId: '',
    kind: 'nin',
    country: 'GH',
    status: 'verified',
    reason: null,
    metadata: {},
    provider: null,
    identifierHmac: null,
    identifierLast4: null,
    payloadSha256: null,
    replayOf: null,
    verifiedAt: new Date(record.verifiedAt.getTime() + 1),
  };
  const hashes = Object.keys(record).map((field) => {
    expect(changes).toHaveProperty(field);
    const change = { [field]: changes[field as keyof VerificationRecord] };
    return hashRecord({ ...record, ...change }).toString('hex');
  });
  expect(new Set([...hashes, hashRecord(record).toString('hex')]).size).toBe(hashes.length + 1);
});
