-- Checkpoints are thinned: a log's growth is proven by its tiles, whatever checkpoint somebody kept, so of its own it needs few.
-- Milestones stay for ever: every one of them also stands in the log's files.
ALTER TABLE edg_checkpoints ADD is_milestone boolean NOT NULL DEFAULT false;
-- Every node numbered up to here had its leaf by then, or was never to have one: who takes the log over goes on behind it.
ALTER TABLE edg_checkpoints ADD sequenced_ins bigint;

-- What was published stays for ten minutes at least; the newest stays whatever its age.
CREATE FUNCTION refuse_early_thinning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM edg_checkpoints c WHERE c.origin = OLD.origin AND c.size = OLD.size AND NOT c.is_milestone
      AND c.created_at < clock_timestamp() - interval '10 minutes')
    AND EXISTS (SELECT FROM edg_checkpoints c WHERE c.origin = OLD.origin AND c.size > OLD.size) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% are thinned only when old: DELETE refused', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER edg_checkpoints_append_only ON edg_checkpoints;
CREATE TRIGGER edg_checkpoints_append_only BEFORE UPDATE OR TRUNCATE ON edg_checkpoints EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_checkpoints_no_early_delete BEFORE DELETE ON edg_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_early_thinning();
DROP TRIGGER edg_cosignatures_append_only ON edg_cosignatures;
CREATE TRIGGER edg_cosignatures_append_only BEFORE UPDATE OR TRUNCATE ON edg_cosignatures EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_cosignatures_no_early_delete BEFORE DELETE ON edg_cosignatures
  FOR EACH ROW EXECUTE FUNCTION refuse_early_thinning();
