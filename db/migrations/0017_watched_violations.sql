-- Which transaction opened or moved a violation last: who follows them reads what was changed since, and nothing else. The
-- sequence violation_changes stays for processes of the release before.
ALTER TABLE violations ADD changed_in xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE FUNCTION violation_changed_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER violations_changed_in BEFORE UPDATE OF status, tier, blocks ON violations
  FOR EACH ROW EXECUTE FUNCTION violation_changed_in();
CREATE INDEX violations_changed ON violations (changed_in) INCLUDE (org_id);
-- What keeps somebody from something, or is told of a key, an agent or a node.
CREATE INDEX violations_watched ON violations (org_id, subject_type, subject_id)
  WHERE status IN ('open', 'acknowledged') AND (blocks <> '{}' OR subject_type IN ('key', 'agent', 'node'));
