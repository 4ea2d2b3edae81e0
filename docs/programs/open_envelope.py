import base64, hashlib, hmac, json
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

def aad(*fields):
    return json.dumps(["oriki-envelope-v1", *fields], separators=(",", ":"), ensure_ascii=False).encode()

def decode(part):
    data = base64.b64decode(part, validate=True)
    if base64.b64encode(data).decode() != part:
        raise ValueError("another spelling")
    return data

def open_envelope(text, org_id, row_id, kind, keys, subject_keys={}):
    """keys: {key id: 32 bytes}; subject_keys: {name in hex: 32 bytes}. Raises if anything is not as it was sealed."""
    key_id, *parts = text.split("|")
    wrapped, iv, tag, ciphertext = map(decode, parts)
    if (len(iv), len(tag)) != (12, 16):
        raise ValueError("not an envelope")
    dek = AESGCM(keys[key_id]).decrypt(wrapped[:12], wrapped[12:], aad(org_id, row_id, kind, key_id))
    if len(dek) == 76:
        name = dek[:16].hex()
        covered = aad(org_id, row_id, kind, "subject:" + name)
        dek = AESGCM(subject_keys[name]).decrypt(dek[16:28], dek[28:], covered)
    return AESGCM(dek).decrypt(iv, ciphertext + tag, aad(org_id, row_id, kind))

def local_key_id(key):
    return "local:v1:" + hmac.new(key, b"oriki-key-id-v1", hashlib.sha256).hexdigest()[:8]

vectors = json.load(open("test/vectors/envelope.json"))
for v in vectors["valid"]:
    context, key = v["context"], base64.b64decode(v["kek"])
    plaintext = open_envelope(
        v["envelope"], context["orgId"], context["id"], context["kind"], {v["keyId"]: key}
    )
    assert plaintext == base64.b64decode(v["plaintext"]), v["name"]
    assert v["keyId"] in ("secret:v1", local_key_id(key)), v["name"]

first = vectors["valid"][0]["context"]
known = {v["keyId"]: base64.b64decode(v["kek"]) for v in vectors["valid"]}
for v in vectors["invalid"]:
    try:
        open_envelope(v["envelope"], first["orgId"], first["id"], first["kind"], known)
    except Exception:
        continue
    raise AssertionError(v["name"])

v = vectors["covered"]
context = v["context"]
of_row = (context["orgId"], context["id"], context["kind"], known, {v["keyName"]: decode(v["subjectKey"])})
assert open_envelope(v["envelope"], *of_row) == decode(v["plaintext"])
for one in v["invalid"]:
    try:
        open_envelope(one["envelope"], *of_row)
    except Exception:
        continue
    raise AssertionError(one["name"])

for v in vectors["external"]:
    _, _, iv, tag, ciphertext = v["envelope"].split("|")
    context, dek = v["context"], AESGCM(base64.b64decode(v["dek"]))
    payload_aad = aad(context["orgId"], context["id"], context["kind"])
    assert dek.decrypt(decode(iv), decode(ciphertext) + decode(tag), payload_aad) == decode(v["plaintext"])
