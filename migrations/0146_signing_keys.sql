-- shared
-- The Ed25519 keys with which the installation signs documents, such as case files. Public keys stay, so that old signatures can be
-- checked; the private key is erased when another key replaces it.
CREATE TABLE signing_keys (
  -- The thumbprint of the public key (RFC 7638).
  id text COLLATE "C" PRIMARY KEY,
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  -- The private key; null once it is replaced.
  envelope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  CHECK ((envelope IS NULL) = (retired_at IS NOT NULL))
);
-- Of processes that make the first key at the same time, one stores it.
CREATE UNIQUE INDEX signing_keys_current ON signing_keys ((retired_at IS NULL)) WHERE retired_at IS NULL;
CREATE INDEX signing_keys_by_key ON signing_keys ((split_part(envelope, '|', 1))) WHERE envelope IS NOT NULL;
COMMENT ON TABLE signing_keys IS 'owner: signing. A row is one key with which the installation signs documents, or has signed. Written by the first process that needs a key and by "oriki signing-key rotate", and sealed again under new keys. Locked by a rotation, which changes the row of the current key.';
