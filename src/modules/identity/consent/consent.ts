/** Consents of people, which are recorded, used by verifications, and withdrawn. */

import { parseTimestamp } from '../../../platform/calendar/iso-time.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { ApiError, badRequest, found, type ErrorDetail } from '../../../platform/errors/index.ts';
import { paged, type PageInput } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { noteConsentWithdrawn, getConsentKinds, setConsentKinds } from '../../tenants/index.ts';
import { outbox } from '../../webhooks/index.ts';
import { consentRecorded, consentWithdrawn } from '../events.ts';
import {
  CONSENT_PREFIX,
  type Consent,
  type ConsentGiven,
  type RecordConsent,
  type IdentitySettings,
  type UpdateIdentitySettings,
} from './schemas.ts';
import * as store from './store.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import { hashOf } from '../../../platform/audit/action.ts';
import type { ConsentTexts } from './store.ts';

const CONSENT_DOMAIN = 'oriki-consent-v1';

/** SHA-256 of a JSON array of strings, in hex: docs/audit-log.md. */
export function hashConsent(row: ConsentTexts): string {
  const { org_id, subject_id, purpose, text_version, channel, given_at, reference } = row;
  return hashOf([
    CONSENT_DOMAIN,
    org_id,
    subject_id,
    purpose,
    text_version,
    channel,
    given_at,
    reference,
  ]).toString('hex');
}

/** The maximum by which the clocks of devices on which people consent may be ahead. */
const CLOCK_SKEW_MS = 60_000;

/** A recorded consent that a verification may use. */
export type UsableConsent = {
  /** In hex. */
  sha256: string;
  /** Queries the database for whether the consent may still be used. */
  isGiven: () => Promise<boolean>;
};

/** The problems of a consent that fits its schema. @param at the path of its fields */
export function consentProblems({ givenAt }: ConsentGiven, at = ''): ErrorDetail[] {
  if (parseTimestamp(givenAt)!.getTime() <= clock.nowMs() + CLOCK_SKEW_MS) return [];
  return [{ path: `${at}givenAt`, message: 'must not be in the future' }];
}

function toRow(orgId: string, given: RecordConsent): store.ConsentRow {
  const { subjectId, purpose, textVersion, channel, reference } = given;
  const givenAt = parseTimestamp(given.givenAt)!;
  const facts = {
    org_id: orgId,
    subject_id: subjectId,
    purpose,
    text_version: textVersion,
    channel,
    reference,
  };
  const sha256 = hashConsent({ ...facts, given_at: String(givenAt.getTime()) });
  return {
    ...facts,
    id: newId(CONSENT_PREFIX),
    given_at: givenAt,
    sha256: Buffer.from(sha256, 'hex'),
    recorded_at: clock.now(),
    withdrawn_at: null,
  };
}

function toConsent(row: store.ConsentRow): Consent {
  return {
    id: row.id,
    subjectId: row.subject_id,
    purpose: row.purpose,
    textVersion: row.text_version,
    channel: row.channel as Consent['channel'],
    givenAt: row.given_at.toISOString(),
    reference: row.reference,
    sha256: row.sha256.toString('hex'),
    recordedAt: row.recorded_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  };
}

/** The reason why a recorded consent is not the given one, or may not be used. */
function refusal(stored: store.ConsentRow, given: store.ConsentRow): string | undefined {
  if (!stored.sha256.equals(given.sha256)) return 'belongs to another consent of the subject';
  return stored.withdrawn_at ? 'belongs to a consent that was withdrawn' : undefined;
}

/** Inserts a consent with its event, or returns the one with the same reference. */
async function insertOrFind(
  tx: Tx,
  row: store.ConsentRow,
): Promise<{ stored: store.ConsentRow; created: boolean }> {
  const inserted = await store.insertConsent(tx, row);
  if (!inserted) return { stored: (await store.selectByReference(tx, row))!, created: false };
  const event = { event: 'IDENTITY_CONSENT_RECORDED', consentId: row.id } as const;
  await outbox(tx, row.org_id, consentRecorded(event));
  return { stored: inserted, created: true };
}

/**
 * Records a consent, or returns the recorded one if it is the same.
 * @throws ApiError CONFLICT if the reference belongs to another consent
 */
export async function recordConsent(
  tx: Tx,
  orgId: string,
  given: RecordConsent,
): Promise<Consent & { created: boolean }> {
  const row = toRow(orgId, given);
  const { stored, created } = await insertOrFind(tx, row);
  const problem = refusal(stored, row);
  if (problem !== undefined) throw new ApiError('CONFLICT', `the reference ${problem}`);
  return { ...toConsent(stored), created };
}

/** Withdraws a consent; for a repeat, `created` is false. @throws ApiError NOT_FOUND */
export async function withdrawConsent(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<Consent & { created: boolean }> {
  // The organization's row is locked before other rows.
  const exists = isId(CONSENT_PREFIX, id) && (await store.selectConsent(tx, orgId, id));
  if (exists) await noteConsentWithdrawn(tx, orgId);
  const row = await found('consent', exists && store.lockConsent(tx, orgId, id));
  if (row.withdrawn_at) return { ...toConsent(row), created: false };
  const withdrawnAt = clock.now();
  await store.setWithdrawn(tx, orgId, id, withdrawnAt);
  const event = { event: 'IDENTITY_CONSENT_WITHDRAWN', consentId: id } as const;
  await outbox(tx, orgId, consentWithdrawn(event));
  return { ...toConsent({ ...row, withdrawn_at: withdrawnAt }), created: true };
}

/** @throws ApiError NOT_FOUND */
export async function getConsent(db: Queryable, orgId: string, id: string): Promise<Consent> {
  const row = await found(
    'consent',
    isId(CONSENT_PREFIX, id) && store.selectConsent(db, orgId, id),
  );
  return toConsent(row);
}

/** Newest first. */
export async function listConsents(
  db: Queryable,
  orgId: string,
  query: PageInput & { subjectId?: string },
) {
  return paged(query, (page) => store.selectConsents(db, orgId, query, page), toConsent);
}

/** The consent with this hash, for a verification that is repeated. */
export function consentByHash(db: Queryable, orgId: string, sha256: string): UsableConsent {
  const hash = Buffer.from(sha256, 'hex');
  return { sha256, isGiven: () => store.isGiven(db, orgId, hash) };
}

/** Finds the consents that verifications carry, records those that are new, and prepares withdrawals. */
export class Consents {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns the consent of a verification once it is recorded, so that no crash can undo a consent that a provider has
   * received. Call it outside of transactions.
   * @throws ApiError BAD_REQUEST if it was withdrawn, or the reference is that of another consent
   */
  async use(
    db: Queryable,
    orgId: string,
    { subjectId, consent }: { subjectId: string; consent?: ConsentGiven },
  ): Promise<UsableConsent | undefined> {
    if (!consent) return undefined;
    const row = toRow(orgId, { subjectId, ...consent });
    const stored = (await store.selectByReference(db, row)) ?? (await this.#record(row));
    const message = refusal(stored, row);
    if (message !== undefined) throw badRequest([{ path: 'consent.reference', message }]);
    return consentByHash(db, orgId, stored.sha256.toString('hex'));
  }

  /**
   * Notes that the organization has a withdrawn consent, and commits the note before the withdrawal. On another server,
   * the note would otherwise commit later, and answers in between would omit the withdrawal. Call it outside of
   * transactions.
   */
  async expectWithdrawal(db: Queryable, orgId: string, id: string): Promise<void> {
    if (!isId(CONSENT_PREFIX, id) || !(await store.selectConsent(db, orgId, id))) return;
    const shared = this.#db.buckets?.shared ?? this.#db;
    await shared.transaction((tx) => noteConsentWithdrawn(tx, orgId));
  }

  async #record(row: store.ConsentRow): Promise<store.ConsentRow> {
    const own = (await databaseOf(this.#db, row.org_id)).organization(row.org_id);
    const { stored } = await own.transaction((tx) => insertOrFind(tx, row));
    return stored;
  }
}

/** The columns of kinds contain only kinds. */
function toSettings(organizationId: string, kinds: readonly string[]): IdentitySettings {
  return { organizationId, consentKinds: [...kinds] as IdentitySettings['consentKinds'] };
}

export async function getSettings(db: Queryable, orgId: string): Promise<IdentitySettings> {
  return toSettings(orgId, await getConsentKinds(db, orgId));
}

/** @throws ApiError NOT_FOUND for an unknown organization */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  { consentKinds }: UpdateIdentitySettings,
): Promise<Changed<IdentitySettings>> {
  const before = await setConsentKinds(tx, orgId, consentKinds);
  return new Changed(toSettings(orgId, before), toSettings(orgId, consentKinds ?? before));
}
