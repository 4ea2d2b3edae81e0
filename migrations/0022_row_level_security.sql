-- Row-level security, a second wall behind the filters of every query: a session sees and changes the rows of the
-- organization that its setting oriki.org_id names, and none without one. "oriki migrate" gives the policy "operator",
-- which lets the role see everybody's rows, to the role of the service too: requests of tenants take another one
-- (src/platform/db/roles.ts). A new table of tenants needs the same three statements.

-- A view is read with the rights of whoever reads it, not of its owner.
ALTER VIEW usage_by_day SET (security_invoker = true);

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON organizations USING (id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON organizations TO CURRENT_USER USING (true);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON api_keys USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON api_keys TO CURRENT_USER USING (true);

ALTER TABLE audit_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_links USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_links TO CURRENT_USER USING (true);

ALTER TABLE audit_unlinked ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_unlinked USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_unlinked TO CURRENT_USER USING (true);

ALTER TABLE channels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON channels USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON channels TO CURRENT_USER USING (true);

ALTER TABLE dead_letters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON dead_letters USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON dead_letters TO CURRENT_USER USING (true);

ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON deliveries USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON deliveries TO CURRENT_USER USING (true);

ALTER TABLE delivery_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON delivery_attempts USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON delivery_attempts TO CURRENT_USER USING (true);

ALTER TABLE delivery_queue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON delivery_queue USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON delivery_queue TO CURRENT_USER USING (true);

ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON events USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON events TO CURRENT_USER USING (true);

ALTER TABLE export_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON export_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON export_settings TO CURRENT_USER USING (true);

ALTER TABLE exports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON exports USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON exports TO CURRENT_USER USING (true);

ALTER TABLE federation_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_groups USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_groups TO CURRENT_USER USING (true);

ALTER TABLE federation_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_members USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_members TO CURRENT_USER USING (true);

ALTER TABLE idempotency_claims ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON idempotency_claims USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON idempotency_claims TO CURRENT_USER USING (true);

ALTER TABLE idempotency_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON idempotency_records USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON idempotency_records TO CURRENT_USER USING (true);

ALTER TABLE identity_payloads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_payloads USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_payloads TO CURRENT_USER USING (true);

ALTER TABLE identity_verifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_verifications USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_verifications TO CURRENT_USER USING (true);

ALTER TABLE inbox_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON inbox_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON inbox_changes TO CURRENT_USER USING (true);

ALTER TABLE inbox_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON inbox_counts USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON inbox_counts TO CURRENT_USER USING (true);

ALTER TABLE invoice_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoice_lines USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoice_lines TO CURRENT_USER USING (true);

ALTER TABLE invoice_repricings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoice_repricings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoice_repricings TO CURRENT_USER USING (true);

ALTER TABLE invoice_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoice_runs USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoice_runs TO CURRENT_USER USING (true);

ALTER TABLE invoices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoices USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoices TO CURRENT_USER USING (true);

ALTER TABLE messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON messages USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON messages TO CURRENT_USER USING (true);

ALTER TABLE participants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON participants USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON participants TO CURRENT_USER USING (true);

ALTER TABLE permission_assignments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_assignments USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_assignments TO CURRENT_USER USING (true);

ALTER TABLE permission_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_changes TO CURRENT_USER USING (true);

ALTER TABLE permission_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_heads USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_heads TO CURRENT_USER USING (true);

ALTER TABLE permission_imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_imports USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_imports TO CURRENT_USER USING (true);

ALTER TABLE permission_modules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_modules USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_modules TO CURRENT_USER USING (true);

ALTER TABLE permission_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_policies USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_policies TO CURRENT_USER USING (true);

ALTER TABLE permission_relationships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_relationships USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_relationships TO CURRENT_USER USING (true);

ALTER TABLE permission_roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_roles USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_roles TO CURRENT_USER USING (true);

ALTER TABLE screening_cursors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_cursors USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_cursors TO CURRENT_USER USING (true);

ALTER TABLE screening_decisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_decisions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_decisions TO CURRENT_USER USING (true);

ALTER TABLE screening_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_entries USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_entries TO CURRENT_USER USING (true);

ALTER TABLE screening_hits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_hits USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_hits TO CURRENT_USER USING (true);

ALTER TABLE screening_lists ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_lists USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_lists TO CURRENT_USER USING (true);

ALTER TABLE screening_subjects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_subjects USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_subjects TO CURRENT_USER USING (true);

ALTER TABLE screening_watches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_watches USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_watches TO CURRENT_USER USING (true);

ALTER TABLE screenings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screenings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screenings TO CURRENT_USER USING (true);

ALTER TABLE thread_participants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON thread_participants USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON thread_participants TO CURRENT_USER USING (true);

ALTER TABLE threads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON threads USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON threads TO CURRENT_USER USING (true);

ALTER TABLE usage_daily ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_daily USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_daily TO CURRENT_USER USING (true);

ALTER TABLE usage_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_months USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_months TO CURRENT_USER USING (true);

ALTER TABLE usage_pending ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_pending USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_pending TO CURRENT_USER USING (true);

ALTER TABLE usage_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_records USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_records TO CURRENT_USER USING (true);

ALTER TABLE webhook_lanes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhook_lanes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhook_lanes TO CURRENT_USER USING (true);

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhook_secrets USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhook_secrets TO CURRENT_USER USING (true);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhooks USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhooks TO CURRENT_USER USING (true);
