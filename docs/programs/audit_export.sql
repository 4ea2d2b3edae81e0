\set FETCH_COUNT 1000
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT json_build_object('link', json_build_object(
  'org_id', org_id, 'seq', seq::text, 'prev_hash', encode(prev_hash, 'hex'),
  'linked_at', trim_scale(extract(epoch FROM linked_at) * 1000)::text, 'hash', encode(hash, 'hex'),
  'rows', (SELECT json_agg(json_build_array(r.id, encode(r.hash, 'hex')) ORDER BY r.n)
           FROM unnest(row_ids, row_hashes) WITH ORDINALITY AS r (id, hash, n))))
FROM audit_links ORDER BY org_id, seq;
SELECT json_build_object('row', json_build_object(
  'org_id', v.org_id, 'id', v.id, 'subject_id', v.subject_id, 'kind', v.kind, 'country', v.country,
  'status', v.status, 'reason', v.reason, 'metadata', v.metadata::text, 'provider', v.provider,
  'identifier_hmac', encode(v.identifier_hmac, 'hex'), 'identifier_last4', v.identifier_last4,
  'payload_sha256', encode(v.payload_sha256, 'hex'), 'replay_of', v.replay_of,
  'verified_at', trim_scale(extract(epoch FROM v.verified_at) * 1000)::text,
  'row_hash', encode(v.row_hash, 'hex'), 'ciphertext', split_part(p.envelope, '|', 5),
  'consent_sha256', v.metadata->'consent'->>'sha256', 'consent', CASE WHEN c.id IS NOT NULL THEN json_build_array(
    c.org_id, c.subject_id, c.purpose, c.text_version, c.channel,
    trim_scale(extract(epoch FROM c.given_at) * 1000)::text, c.reference) END))
FROM identity_verifications v
LEFT JOIN identity_payloads p ON p.org_id = v.org_id AND p.verification_id = v.id
LEFT JOIN identity_consents c ON c.org_id = v.org_id AND encode(c.sha256, 'hex') = v.metadata->'consent'->>'sha256';
SELECT json_build_object('action', json_build_object(
  'org_id', org_id, 'id', id, 'at', trim_scale(extract(epoch FROM at) * 1000)::text, 'actor_kind', actor_kind,
  'actor_id', actor_id, 'actor_via', actor_via, 'action', action, 'object_id', object_id, 'before', before::text,
  'after', after::text, 'request_id', request_id, 'address', address, 'row_hash', encode(row_hash, 'hex')))
FROM audit_actions;
SELECT json_build_object('waiting', json_build_object('org_id', org_id, 'id', row_id))
FROM audit_unlinked;
SELECT json_build_object('removed', json_build_object('org_id', org_id, 'id', row_id, 'action_id', action_id))
FROM audit_tombstones;
SELECT json_build_object('checkpoint', json_build_object(
  'org_id', org_id, 'seq', seq, 'document', document, 'signature', signature))
FROM audit_checkpoints ORDER BY org_id, seq;
SELECT json_build_object('key', json_build_object(
  'kty', 'OKP', 'crv', 'Ed25519', 'x', translate(encode(public_key, 'base64'), '+/=', '-_'), 'kid', id,
  'createdAt', created_at, 'retiredAt', retired_at))
FROM signing_keys;
COMMIT;
