-- Ids of organizations' own that Unicode takes for the same text (NFC) are one id from now on, and what is sent becomes NFC.
-- So rows that change become NFC as well. Rows of verifications, screenings and the audit log keep the text that they have,
-- and are found by the indexes of the next migration.
--
-- Where two rows would be equal, nothing is changed: the error names them, by ids of ours or by fingerprints (SHA-256), and
-- `oriki doctor --merge-ids` merges them. A closed hit beside another of the same subject and entry keeps its text.
DO $$
DECLARE
  affected text[];
  clashes bigint;
  listed text;
BEGIN
  SELECT array_agg(org_id) INTO affected FROM (
    SELECT org_id FROM participants WHERE external_id IS NOT NFC NORMALIZED OR role IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM screening_subjects WHERE subject_id IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM screening_hits WHERE subject_id IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM cases WHERE subject_id IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM permission_assignments WHERE subject IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM permission_relationships
      WHERE subject IS NOT NFC NORMALIZED OR object IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM permission_policies WHERE resource IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM threads WHERE entity_id IS NOT NFC NORMALIZED
    UNION SELECT org_id FROM approvals WHERE object_id IS NOT NFC NORMALIZED
  ) AS odd;
  IF affected IS NULL THEN
    RETURN;
  END IF;

  WITH RECURSIVE edge AS MATERIALIZED (
    SELECT org_id, id, normalize(subject, NFC) AS subject, normalize(object, NFC) AS object,
      subject IS NOT NFC NORMALIZED OR object IS NOT NFC NORMALIZED AS odd
    FROM permission_relationships WHERE org_id = ANY (affected)
  ), reached (org_id, id, beginning, node) AS (
    SELECT org_id, id, subject, object FROM edge WHERE odd
    UNION
    SELECT r.org_id, r.id, r.beginning, e.object FROM reached r JOIN edge e ON e.org_id = r.org_id AND e.subject = r.node
  ), named (org_id, kind, name, key, odd) AS (
    SELECT org_id, 'participants', id, jsonb_build_array(external_id, role),
      external_id IS NOT NFC NORMALIZED OR role IS NOT NFC NORMALIZED
    FROM participants
    UNION ALL
    SELECT org_id, 'screening_subjects', 'sha256:' || left(encode(sha256(convert_to(subject_id, 'UTF8')), 'hex'), 16),
      jsonb_build_array(subject_id), subject_id IS NOT NFC NORMALIZED
    FROM screening_subjects
    UNION ALL
    SELECT org_id, 'screening_hits', id, jsonb_build_array(subject_id, entry_id),
      subject_id IS NOT NFC NORMALIZED AND status <> 'closed'
    FROM screening_hits
    UNION ALL
    SELECT org_id, 'cases', id, jsonb_build_array(subject_id), subject_id IS NOT NFC NORMALIZED
    FROM cases WHERE origin = 'rule' AND status <> 'CLOSED'
    UNION ALL
    SELECT org_id, 'permission_assignments', id, jsonb_build_array(subject, role_id), subject IS NOT NFC NORMALIZED
    FROM permission_assignments
    UNION ALL
    SELECT org_id, 'permission_relationships', id, jsonb_build_array(subject, relation, object),
      subject IS NOT NFC NORMALIZED OR object IS NOT NFC NORMALIZED
    FROM permission_relationships
    UNION ALL
    SELECT org_id, 'permission_policies', id, jsonb_build_array(role_id, capability, resource, relation),
      resource IS NOT NFC NORMALIZED
    FROM permission_policies WHERE prefix IS NULL
    UNION ALL
    SELECT org_id, 'approvals', id, jsonb_build_array(action, object_id, md5(detail)), object_id IS NOT NFC NORMALIZED
    FROM approvals WHERE outcome IS NULL AND revision IS NOT NULL
  ), clash (line) AS (
    SELECT format('%s: %s %s', org_id, kind, string_agg(name, ' = ' ORDER BY name))
    FROM named WHERE org_id = ANY (affected)
    GROUP BY org_id, kind, normalize(key::text, NFC) HAVING count(*) > 1 AND bool_or(odd)
    UNION
    SELECT format('%s: permission_relationships %s would close a cycle', org_id, id) FROM reached WHERE node = beginning
  )
  SELECT count(*), string_agg(line, E'\n' ORDER BY line) FILTER (WHERE number <= 50) INTO clashes, listed
  FROM (SELECT line, row_number() OVER (ORDER BY line) AS number FROM clash) AS numbered;
  IF clashes > 0 THEN
    RAISE EXCEPTION E'ids that differ in their spelling alone (Unicode NFC) have rows of their own, %, which would become one:\n%',
      clashes, listed USING HINT = 'run "oriki doctor --merge-ids", and migrate again';
  END IF;

  -- Copies of permissions in memory are read anew.
  WITH changed AS (
    UPDATE permission_heads SET revision = revision + 1, own_revision = revision + 1,
      stamp = md5(random()::text || clock_timestamp()::text), own_stamp = md5(random()::text || clock_timestamp()::text)
    WHERE org_id IN (
      SELECT org_id FROM permission_assignments WHERE subject IS NOT NFC NORMALIZED
      UNION SELECT org_id FROM permission_relationships
        WHERE subject IS NOT NFC NORMALIZED OR object IS NOT NFC NORMALIZED
      UNION SELECT org_id FROM permission_policies WHERE resource IS NOT NFC NORMALIZED)
    RETURNING org_id, revision, stamp
  )
  INSERT INTO permission_changes (org_id, revision, kind, id, stamp) SELECT org_id, revision, 'all', '', stamp FROM changed;
  UPDATE permission_assignments SET subject = normalize(subject, NFC)
  WHERE org_id = ANY (affected) AND subject IS NOT NFC NORMALIZED;
  UPDATE permission_relationships SET subject = normalize(subject, NFC), object = normalize(object, NFC)
  WHERE org_id = ANY (affected) AND (subject IS NOT NFC NORMALIZED OR object IS NOT NFC NORMALIZED);
  UPDATE permission_policies SET resource = normalize(resource, NFC)
  WHERE org_id = ANY (affected) AND resource IS NOT NFC NORMALIZED;

  UPDATE threads SET entity_id = normalize(entity_id, NFC)
  WHERE org_id = ANY (affected) AND entity_id IS NOT NFC NORMALIZED;
  UPDATE participants SET external_id = normalize(external_id, NFC), role = normalize(role, NFC)
  WHERE org_id = ANY (affected) AND (external_id IS NOT NFC NORMALIZED OR role IS NOT NFC NORMALIZED);

  -- A run that goes through the subjects in the order of their ids may have passed the new place of one: it begins again.
  UPDATE screening_cursors SET redo_from = -1
  WHERE target IS NOT NULL
    AND org_id IN (SELECT org_id FROM screening_subjects WHERE subject_id IS NOT NFC NORMALIZED);
  UPDATE screening_subjects SET subject_id = normalize(subject_id, NFC)
  WHERE org_id = ANY (affected) AND subject_id IS NOT NFC NORMALIZED;
  UPDATE screening_hits h SET subject_id = normalize(subject_id, NFC)
  WHERE org_id = ANY (affected) AND subject_id IS NOT NFC NORMALIZED AND NOT EXISTS (
    SELECT FROM screening_hits o WHERE o.org_id = h.org_id AND o.list_id = h.list_id AND o.entry_id = h.entry_id
      AND o.id <> h.id AND normalize(o.subject_id, NFC) = normalize(h.subject_id, NFC));
  UPDATE cases SET subject_id = normalize(subject_id, NFC)
  WHERE org_id = ANY (affected) AND subject_id IS NOT NFC NORMALIZED;
  UPDATE approvals SET object_id = normalize(object_id, NFC)
  WHERE org_id = ANY (affected) AND object_id IS NOT NFC NORMALIZED;
END $$;
