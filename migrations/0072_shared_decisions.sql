-- shared
-- Transactions that begin with the tables of all organizations and reach into buckets of other servers, such as sign-ins: the
-- commit of the row here decides for all of them, as transaction_decisions of a bucket does for those that begin there.
CREATE TABLE transaction_decisions (
  id text COLLATE "C" PRIMARY KEY,
  -- Recovery inserts 'aborted', so that a commit that comes too late fails.
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('committed', 'aborted')),
  decided_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE transaction_decisions IS 'owner: platform/db. A row is the outcome of one transaction that reached into several servers. Written by its own commit, or by whoever ends what a crash has left prepared. Locked by the primary key: the first outcome stays.';
