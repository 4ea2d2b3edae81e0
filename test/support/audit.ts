import { createHash, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import pg from 'pg';
import { linkAll } from '../../src/modules/audit/chain/linker.ts';
import { verifyAudit, type AuditReport } from '../../src/modules/audit/chain/verify.ts';
import type { VerificationRecord } from '../../src/modules/identity/audit/record.ts';
import { insertVerifications } from '../../src/modules/identity/audit/verifications.ts';
import { hashConsent } from '../../src/modules/identity/consent/consent.ts';
import { insertConsent } from '../../src/modules/identity/consent/store.ts';
import { createOrganization } from '../../src/modules/tenants/index.ts';
import { formatEnvelope } from '../../src/platform/crypto/envelope.ts';
import { Database } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { asOwner, cloneDatabase } from './database.ts';

/** Returns an audit row with every column filled, and its envelope. */
export function sample(
  orgId: string,
  change: Partial<VerificationRecord> = {},
): { record: VerificationRecord; envelope: string } {
  const ciphertext = randomBytes(40);
  const envelope = formatEnvelope({
    keyId: 'local:v1:00000000',
    wrappedDek: randomBytes(60),
    iv: randomBytes(12),
    tag: randomBytes(16),
    ciphertext,
  });
  const record: VerificationRecord = {
    orgId,
    id: newId('verification'),
    subjectId: 'user "7" \\ Ünïcødé 😀\u2028\u007f\n',
    kind: 'bvn',
    country: 'NG',
    status: 'failed',
    reason: 'mismatch',
    metadata: { matchScore: 61.5, tiny: 1e-7, asked: ['provider-1'], ключ: null },
    provider: 'provider-1',
    identifierHmac: randomBytes(32),
    identifierLast4: '4321',
    payloadSha256: createHash('sha256').update(ciphertext).digest(),
    replayOf: newId('verification'),
    verifiedAt: new Date('2026-11-21T17:33:31.120Z'),
    ...change,
  };
  return { record, envelope };
}

const CONSENT = {
  subject_id: 'customer-1',
  purpose: 'kyc',
  text_version: '1',
  channel: 'app',
  given_at: '1795282411120',
  reference: 'form-1',
};

/** Returns the record of an unanswered image check: every nullable column is null. */
export function bareSample(orgId: string): { record: VerificationRecord; envelope: null } {
  const change = {
    kind: 'liveness' as const,
    status: 'provider_down' as const,
    metadata: {},
    reason: null,
    provider: null,
    identifierHmac: null,
    identifierLast4: null,
    payloadSha256: null,
    replayOf: null,
  };
  return { record: sample(orgId, change).record, envelope: null };
}

/**
 * Opens a separate database with everything that writes, links and checks audit rows, and a superuser who tampers
 * with it.
 */
export async function openAudit(poolSize = 5) {
  const url = await cloneDatabase();
  const db = new Database({
    connection: { connectionString: url },
    poolSize,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const attacker = new pg.Client({ connectionString: asOwner(url) });
  await attacker.connect();
  const log = pino({ level: 'silent' });
  return {
    url,
    db,
    attacker,
    org: async (): Promise<string> =>
      (
        await db.transaction((tx) =>
          createOrganization(tx, { name: 'Test', plan: 'pro', addons: ['detection_pack'] }),
        )
      ).id,
    /** Writes this many rows, each in a separate transaction. */
    async write(orgId: string, count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let i = 0; i < count; i += 1) {
        const { record, envelope } = i % 3 === 2 ? bareSample(orgId) : sample(orgId);
        await db.transaction((tx) => insertVerifications(tx, [{ record, envelope }]));
        ids.push(record.id);
      }
      return ids;
    },
    /** Writes a row with a consent, in one transaction. @returns the row's id */
    async writeWithConsent(orgId: string): Promise<string> {
      const sha256 = hashConsent({ org_id: orgId, ...CONSENT });
      const row = sample(orgId, { metadata: { consent: { basis: 'recorded', sha256 } } });
      await db.transaction(async (tx) => {
        await insertConsent(tx, {
          ...CONSENT,
          org_id: orgId,
          id: newId('consent'),
          given_at: new Date(Number(CONSENT.given_at)),
          sha256: Buffer.from(sha256, 'hex'),
          recorded_at: new Date(),
          withdrawn_at: null,
        });
        await insertVerifications(tx, [row]);
      });
      return row.record.id;
    },
    link: () => linkAll(db, log),
    verify: (options: { orgId?: string; heads?: object } = {}): Promise<AuditReport> => {
      const heads = options.heads && [Buffer.from(JSON.stringify(options.heads))];
      return verifyAudit(db, { orgId: options.orgId, heads: heads && asStream(heads) });
    },
    /** Runs statements as a superuser who has disabled the triggers. */
    async tamper(...statements: (string | [text: string, ...values: unknown[]])[]): Promise<void> {
      const tables = ['identity_verifications', 'audit_links'];
      // Foreign keys are triggers, too.
      await attacker.query("SET session_replication_role = 'replica'");
      for (const table of tables) await attacker.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      for (const statement of statements) {
        const [text, ...values] = typeof statement === 'string' ? [statement] : statement;
        await attacker.query(text, values);
      }
      for (const table of tables)
        await attacker.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_append_only`);
      await attacker.query("SET session_replication_role = 'origin'");
    },
    async close(): Promise<void> {
      await attacker.end();
      await db.close();
    },
  };
}

export type TestAudit = Awaited<ReturnType<typeof openAudit>>;

async function* asStream(parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
