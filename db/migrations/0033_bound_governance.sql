-- Rows are held to their nodes and sealed: a seal is made of every column that anybody is shown or anything is decided by, with a
-- key that is not in the database. Rows that an earlier release writes have none.
-- Whose key it is; null of keys that are older than that.
ALTER TABLE api_keys ADD actor text, ADD seal bytea;

-- A process of an earlier release moves a row without knowing of its seal: it is then as rows are that never had one.
CREATE FUNCTION forget_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seal := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_moved BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (NEW.head IS DISTINCT FROM OLD.head AND NEW.seal IS NOT DISTINCT FROM OLD.seal) EXECUTE FUNCTION forget_seal();

-- Counters and what they come from are not under the seal: occurrences, passes, last_seen_at, evidence.
ALTER TABLE violations ADD seal bytea;
CREATE TRIGGER violations_moved BEFORE UPDATE ON violations FOR EACH ROW
  WHEN (NEW.head IS DISTINCT FROM OLD.head AND NEW.seal IS NOT DISTINCT FROM OLD.seal) EXECUTE FUNCTION forget_seal();
-- What keeps somebody from something, or halts, as its node says: a process that starts finds it without its row.
CREATE INDEX edg_nodes_blocking ON edg_nodes (stream)
  WHERE kind = 'violation.opened' AND (body NOT LIKE '%"blocks":""%' OR body LIKE '%"tier":"T5"%');

ALTER TABLE scan_waivers ADD seal bytea;
CREATE TRIGGER scan_waivers_moved BEFORE UPDATE ON scan_waivers FOR EACH ROW
  WHEN (NEW.head IS DISTINCT FROM OLD.head AND NEW.seal IS NOT DISTINCT FROM OLD.seal) EXECUTE FUNCTION forget_seal();
