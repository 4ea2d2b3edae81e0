-- Tables of tenants go to the schema of their bucket, tables that cross organizations to the schema "shared". No row is
-- copied. The session's setting oriki.bucket names the bucket. A bucket that is made later runs all migrations in its
-- own schema, and ends without the tables that are shared: those of "shared" are there already, or on another server.

DO $$
DECLARE
  bucket text := current_setting('oriki.bucket');
  crossing text[] := ARRAY['organizations', 'api_keys', 'federation_groups', 'federation_invitations',
    'federation_members', 'global_lists', 'global_entries', 'global_list_changes', 'global_list_origins',
    'global_list_versions', 'price_sheets', 'import_staging', 'installation', 'jobs', 'rate_limits'];
  had text := current_schema();
  is_home boolean := to_regnamespace('shared') IS NOT NULL AND to_regclass('shared.organizations') IS NULL;
  item record;
BEGIN
  -- Between servers there are no foreign keys. Organizations, lists and price sheets that rows name are never deleted.
  FOR item IN
    SELECT conrelid::regclass AS of, conname FROM pg_constraint
    WHERE contype = 'f' AND connamespace = had::regnamespace
      AND (SELECT relname FROM pg_class WHERE oid = confrelid) = ANY (crossing)
      AND (SELECT relname FROM pg_class WHERE oid = conrelid) <> ALL (crossing)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.of, item.conname);
  END LOOP;

  IF is_home THEN
    CREATE FUNCTION shared.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $f$;
    DROP TRIGGER price_sheets_append_only ON price_sheets;
    CREATE TRIGGER price_sheets_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_sheets
      FOR EACH STATEMENT EXECUTE FUNCTION shared.refuse_change();
    ALTER TABLE price_sheets ENABLE ALWAYS TRIGGER price_sheets_append_only;
  END IF;
  FOR item IN SELECT unnest(crossing) AS name LOOP
    IF is_home THEN
      EXECUTE format('ALTER TABLE %I.%I SET SCHEMA shared', had, item.name);
    ELSE
      EXECUTE format('DROP TABLE %I.%I CASCADE', had, item.name);
    END IF;
  END LOOP;

  IF had <> bucket THEN
    FOR item IN
      SELECT relname, relkind FROM pg_class
      WHERE relnamespace = had::regnamespace AND relkind IN ('r', 'v') AND relname IN (
        'audit_links', 'audit_unlinked', 'channels', 'dead_letters', 'deliveries', 'delivery_attempts', 'delivery_queue',
        'events', 'export_settings', 'export_stores', 'exports', 'idempotency_claims', 'idempotency_records',
        'identity_payloads', 'identity_verifications', 'inbox_changes', 'inbox_counts', 'invoice_lines',
        'invoice_repricings', 'invoice_runs', 'invoices', 'messages', 'participants', 'permission_assignments',
        'permission_changes', 'permission_heads', 'permission_imports', 'permission_modules', 'permission_policies',
        'permission_relationships', 'permission_roles', 'schema_migrations', 'screening_cursors', 'screening_decisions',
        'screening_entries', 'screening_hits', 'screening_lists', 'screening_subjects', 'screening_watches',
        'screenings', 'thread_participants', 'threads', 'usage_by_day', 'usage_daily', 'usage_months', 'usage_pending',
        'usage_pending_unkeyed', 'usage_records', 'webhook_lanes', 'webhook_secrets', 'webhooks')
    LOOP
      EXECUTE format('ALTER %s %I.%I SET SCHEMA %I',
        CASE item.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, had, item.relname, bucket);
    END LOOP;
    FOR item IN
      SELECT oid::regprocedure AS signature FROM pg_proc
      WHERE pronamespace = had::regnamespace AND proname IN (
        'count_deliveries', 'count_exports', 'count_identity_verifications', 'count_messages', 'count_screenings',
        'count_usage_records', 'inbox_slot', 'invoice_lines_before_invoice', 'invoices_add_up', 'message_preview',
        'refuse_change', 'screening_decisions_keep', 'screening_lock', 'utc_day', 'webhooks_lock',
        'webhooks_to_notify', 'webhooks_to_notify_now')
    LOOP
      EXECUTE format('ALTER FUNCTION %s SET SCHEMA %I', item.signature, bucket);
    END LOOP;
  END IF;
  PERFORM set_config('search_path', quote_ident(bucket), true);

  -- They name their tables and functions with the schema: whatever the session looks for first, they find their own.
  FOR item IN
    SELECT pg_get_functiondef(oid) AS text FROM pg_proc
    WHERE pronamespace = bucket::regnamespace AND (proname LIKE 'count\_%' OR proname IN (
      'invoice_lines_before_invoice', 'invoices_add_up', 'webhooks_to_notify', 'webhooks_to_notify_now'))
  LOOP
    EXECUTE regexp_replace(
      regexp_replace(item.text, '\m(INTO|FROM)\s+(usage_pending|webhooks|invoices|invoice_lines)\M',
        format('\1 %I.\2', bucket), 'g'),
      '\m(utc_day|webhooks_lock)\(', format('%I.\1(', bucket), 'g');
  END LOOP;
END $$;
