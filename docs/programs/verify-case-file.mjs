import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [casePath, chainPath, keysPath] = process.argv.slice(2);
const problems = [];
const check = (isTrue, ...problem) => isTrue || problems.push(problem.join(' '));
const read = (path) => readFileSync(path, 'utf8');
const base64url = (text) => Buffer.from(text).toString('base64url');
const json = (value) => JSON.stringify(value);
const sha256 = (text, encoding = 'hex') => createHash('sha256').update(text).digest(encoding);

/** Canonical JSON (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return json(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${json(name)}:${canonical(value[name])}`).join()}}`;
}
/** The number of members in a value. */
function count(value) {
  if (value === null || typeof value !== 'object') return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum, one) => sum + count(one), own);
}

// The document: each name once, its hash, and its signature.
const text = read(casePath);
const parsed = JSON.parse(text);
const names = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon);
check(names.length === count(parsed), 'a member of the file is repeated');
const { sha256: hash, signature, ...file } = parsed.data ?? parsed;
check(file.format === 'oriki-case-file-v1', 'the file is not a case file of this version');
const payload = canonical(file);
check(sha256(payload) === hash, 'the hash does not fit the file');
const [header, none, mark = ''] = signature.split('.');
const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url'));
const { crv, kty, x } = JSON.parse(read(keysPath)).keys.find((one) => one.kid === kid) ?? {};
const isKnown = x && sha256(json({ crv, kty, x }), 'base64url') === kid;
check(isKnown, 'the key is not in the key set:', kid);
if (isKnown) {
  const key = createPublicKey({ key: { crv, kty, x }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${base64url(payload)}`);
  const isValid = verify(null, signed, key, Buffer.from(mark, 'base64url'));
  check(isValid && alg === 'EdDSA' && none === '', 'the signature is not valid');
}

// The chain of the organization. Its links name rows and their hashes.
const { organization, chainHead: head, hits, approvals } = file;
const [links, rows, places] = [[], new Map(), new Map()];
for (const line of read(chainPath).split('\n').filter(Boolean)) {
  const { link, action } = JSON.parse(line);
  if (link?.org_id === organization.id) links.push(link);
  if (action?.org_id === organization.id) rows.set(action.id, action);
}
const hashOf = (kind, row, columns) =>
  sha256(json([kind, ...columns.split(' ').map((column) => row[column])]));
const LINK = 'org_id seq prev_hash linked_at rows';
const ACTION =
  'org_id id at actor_kind actor_id actor_via action object_id before after request_id address';
let previous = '0'.repeat(64);
for (const [i, link] of links.sort((a, b) => a.seq - b.seq).entries()) {
  const follows = Number(link.seq) === i + 1 && link.prev_hash === previous;
  check(follows, 'a link is missing before link', link.seq);
  previous = hashOf('oriki-audit-link-v1', link, LINK);
  check(previous === link.hash, 'the chain was changed at link', link.seq);
  for (const [id, row] of link.rows) places.set(id, { seq: i + 1, hash: link.hash, row });
}
check(!head || links[head.seq - 1]?.hash === head.hash, 'the chain does not contain the head');

// The rows of the audit log: the chain has each as the file shows it, and the file omits none.
const audit = new Map(file.audit.map((row) => [row.id, row]));
for (const shown of audit.values()) {
  const { id, link, rowHash } = shown;
  const [row = {}, place] = [rows.get(id), places.get(id)];
  const isIn = hashOf('oriki-audit-action-v1', row, ACTION) === rowHash && place?.row === rowHash;
  check(isIn, 'the chain has another row than', id);
  check(
    !link || json(link) === json({ seq: place?.seq, hash: place?.hash }),
    'another link has',
    id,
  );
  const before = JSON.parse(row.before ?? null);
  const after = JSON.parse(row.after ?? null);
  const actor = { kind: row.actor_kind, id: row.actor_id };
  const at = row.at && new Date(Number(row.at)).toISOString();
  const found = { id, at, actor, action: row.action, objectId: row.object_id, before, after };
  check(canonical({ ...shown, ...found }) === canonical(shown), 'the row has other facts:', id);
}
const about = new Set([file.case, ...hits, ...approvals].map(({ id }) => id));
for (const { id, action, object_id: object } of rows.values())
  if (about.has(object) && !action.includes('.read') && places.get(id)?.seq <= (head?.seq ?? 0))
    check(audit.has(id), 'the file omits the row', id);

// People, decisions and reasons, as the rows have them. A row has the salted hash of a reason.
function checkReason(what, reason, row) {
  const expected = row?.after?.reasonHash ?? null;
  if (!reason) return expected && console.log(`erased: the reason of ${what}`);
  const salted = Buffer.concat([
    Buffer.from(reason.salt ?? '', 'base64'),
    Buffer.from(reason.text),
  ]);
  const found = reason.salt && sha256(salted);
  check(found === reason.hash && (!row || found === expected), 'another reason:', what);
}
for (const hit of hits)
  for (const {
    id,
    auditId,
    decidedBy,
    decision,
    hitRevision,
    reason,
    reasonCode,
  } of hit.decisions) {
    const row = audit.get(auditId);
    if (!auditId) console.log(`without a row in the audit log: decision ${id}`);
    const { status, revision, reasonCode: code = null } = row?.after ?? {};
    const found = [row?.action, row?.objectId, row?.actor.id, status, revision, code];
    const shown = ['hit.decide', hit.id, decidedBy, decision, hitRevision ?? revision, reasonCode];
    check(!auditId || json(found) === json(shown), 'the audit log has another decision than', id);
    checkReason(`decision ${id}`, reason, row);
  }
for (const { id, askedBy, answeredBy, status, reason, answerReason } of approvals) {
  const rowsOf = (...actions) =>
    file.audit.filter(({ objectId, action }) => objectId === id && actions.includes(action));
  const [answered] = rowsOf('approval.approve', 'approval.reject');
  // Another row is a repeat, whose reason is dropped.
  const own = rowsOf('approval.ask').filter(({ actor }) => actor.id === askedBy.id);
  const asked = own.find(({ after }) => after?.reasonHash) ?? own[0];
  check(asked, 'another person has made the request', id);
  const isAnswered = status === 'approved' || status === 'rejected';
  check(!isAnswered || answered?.actor.id === answeredBy?.id, 'another person has answered', id);
  checkReason(`request ${id}`, reason, asked);
  if (answerReason)
    checkReason(`answer ${id}`, answerReason, rowsOf('approval.explain', 'approval.reject')[0]);
}

console.log(`sha256 ${hash}`);
console.log(`signed with ${kid}, printed ${file.printedAt} for ${organization.id}`);
for (const problem of problems) console.log(`problem: ${problem}`);
console.log(`${problems.length} problems in ${audit.size} rows of ${links.length} links`);
process.exitCode = problems.length > 0 ? 1 : 0;
