#!/bin/sh
# Once, when the database is made: an account that may only replicate, and the line that lets it in.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/replication-password)" --username "$POSTGRES_USER" << 'END'
CREATE ROLE oriki_replication REPLICATION LOGIN PASSWORD :'password';
END
echo 'host replication oriki_replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
