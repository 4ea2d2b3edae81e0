import { sql } from 'kysely';
import { isExported } from '../../../../platform/db/lists/exported.ts';
import { exportColumns, type ExportSource } from '../../../../platform/export-source.ts';

export const verificationsExport: ExportSource = {
  description:
    "One row for each verification, without the provider's answer and without identifiers. The range applies to the time of " +
    'the answer; `service` selects a kind.',
  columns: exportColumns({
    id: ['code', 'Id of the verification.'],
    subjectId: ['text', 'Your id of the person or merchant.'],
    kind: ['code', '`bvn`, `nin`, `liveness`, `face_match` or `account`.'],
    country: ['code', 'ISO 3166-1 alpha-2.'],
    status: ['code', '`verified`, `failed` or `provider_down`.'],
    reason: ['text', 'With `failed`, the reason: one word.'],
    metadata: ['text', 'JSON, as in the API.'],
    provider: ['text', 'Label of the provider that answered.'],
    replayOf: ['code', 'The call that this one repeats, if any.'],
    verifiedAt: ['timestamp', 'When it was answered.'],
  }),
  order: ['verifiedAt', 'id'],
  query(filter) {
    return sql`SELECT id, subject_id AS "subjectId", kind, country, status, reason, metadata::text AS metadata, provider,
        replay_of AS "replayOf", verified_at AS "verifiedAt"
      FROM identity_verifications WHERE ${isExported(filter, { at: 'verified_at', state: 'kind' })}`;
  },
};
