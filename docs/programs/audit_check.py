import base64, collections, hashlib, json, sys

COLUMNS = """org_id id subject_id kind country status reason metadata provider identifier_hmac
             identifier_last4 payload_sha256 replay_of verified_at""".split()
ACTION = """org_id id at actor_kind actor_id actor_via action object_id before after request_id
            address""".split()

def sha256(value):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()

def row_hash(row):
    if "action" in row:
        return sha256(["oriki-audit-action-v1", *(row[column] for column in ACTION)])
    return sha256(["oriki-audit-row-v1", *(row[column] for column in COLUMNS)])

def link_hash(link):
    fields = ("org_id", "seq", "prev_hash", "linked_at", "rows")
    return sha256(["oriki-audit-link-v1", *(link[field] for field in fields)])

def payload_problem(row, removed):
    expected, text = row.get("payload_sha256"), row.get("ciphertext")
    if expected is None or text is None:
        if (row["org_id"], row["id"]) in removed:
            return None
        return expected and "payload_missing" or text and "payload_unexpected"
    return hashlib.sha256(base64.b64decode(text)).hexdigest() != expected and "payload_changed"

def consent_problem(row, removed):
    expected, consent = row.get("consent_sha256"), row.get("consent")
    if expected is None or consent is None:
        return expected and (row["org_id"], expected) not in removed and "consent_missing"
    return sha256(["oriki-consent-v1", *consent]) != expected and "consent_changed"

def check(lines, heads):
    chains, rows, covered = collections.defaultdict(list), {}, collections.Counter()
    removed, removals, checkpoints = set(), collections.defaultdict(list), {}
    for line in lines:
        ((what, item),) = json.loads(line).items()
        if what == "link":
            chains[item["org_id"]].append(item)
        elif what in ("row", "action"):
            rows[item["org_id"], item["id"]] = item
        elif what == "waiting":
            covered[item["org_id"], item["id"]] += 1
        elif what == "removed":
            removed.add((item["org_id"], item["id"]))
            removals[item["org_id"], item["action_id"]].append(item["id"])
        elif what == "checkpoint":
            checkpoints[item["org_id"]] = item
    for key, ids in removals.items():
        after = json.loads(rows.get(key, {}).get("after") or "{}")
        if after.get("tombstones") != sha256(["oriki-tombstones-v1", *sorted(ids)]):
            yield "tombstone_changed", *key
    for org, chain in chains.items():
        last, last_hash = 0, "0" * 64
        at = json.loads(checkpoints[org]["document"]) if org in checkpoints else {"seq": 0}
        if org in checkpoints and (at["organizationId"], at["seq"]) != (org, checkpoints[org]["seq"]):
            yield "checkpoint_invalid", org, at["seq"]
        first = int(chain[0]["seq"])
        if at["seq"] and first > 1:
            last, last_hash = (first - 1, chain[0]["prev_hash"]) if first <= at["seq"] else (at["seq"], at["hash"])
        for link in chain:
            seq = int(link["seq"])
            if seq == at["seq"] and link["hash"] != at["hash"]:
                yield "checkpoint_invalid", org, seq
            if link_hash(link) != link["hash"]:
                yield "link_changed", org, seq
            if seq > last + 1:
                yield "link_missing", org, f"{last + 1}-{seq - 1}" if seq > last + 2 else seq - 1
            elif seq < 1 or link["prev_hash"] != last_hash:
                yield "link_misplaced", org, seq
            if seq > 0:
                last, last_hash = seq, link["hash"]
            for id, hash in link["rows"]:
                covered[org, id] += 1
                if (org, id) in rows and rows[org, id]["row_hash"] != hash:
                    yield "row_hash_changed", org, id
        if last <= at["seq"] and at["seq"]:
            yield "link_missing", org, at["seq"] + 1
    for key, row in rows.items():
        if row_hash(row) != row["row_hash"]:
            yield "row_changed", *key
        if not covered[key]:
            yield "row_unaccounted", *key
        if payload_problem(row, removed):
            yield payload_problem(row, removed), *key
        if consent_problem(row, removed):
            yield consent_problem(row, removed), *key
    for key, times in covered.items():
        if times and key not in rows:
            yield "row_missing", *key
        if times > 1:
            yield "row_linked_twice", *key
    for org, report in heads.items():
        head = report["head"]
        if head and int(chains[org][0]["seq"] if chains[org] else 1) > head["seq"] and org in checkpoints:
            continue
        if head and not any((int(l["seq"]), l["hash"]) == (head["seq"], head["hash"]) for l in chains[org]):
            yield "head_missing", org, head["seq"]

if __name__ == "__main__":
    heads = json.load(open(sys.argv[2]))["organizations"] if len(sys.argv) > 2 else {}
    lines = list(open(sys.argv[1], encoding="utf-8"))
    problems = list(check(lines, heads)) if lines else [("file_empty",)]
    for problem in problems:
        print(*problem)
    print(f"{len(problems)} problems in {len(lines)} lines")
    sys.exit(1 if problems else 0)
