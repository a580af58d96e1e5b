-- How much of each log lies in the bucket as well, where one is configured. A copy is made of what lies here; nothing is decided by it.
CREATE TABLE log_archives (
  origin text PRIMARY KEY REFERENCES edg_logs (origin),
  -- Full tiles of leaf hashes, from the first on, that lie there with their entries and with every full tile above them.
  tiles bigint NOT NULL CHECK (tiles >= 0),
  -- Leaves of the checkpoint that lies there, with the partial tiles that it needs.
  checkpoint bigint CHECK (checkpoint > 0),
  archived_at timestamptz(3) NOT NULL
);

-- What an old task was asked may lie in the bucket instead of here, sealed under a key that its row alone has: where the row is deleted,
-- nobody opens the object any more, wherever a copy of it may be.
ALTER TABLE task_payloads
  ALTER text DROP NOT NULL,
  ADD place text,
  ADD place_key bytea,
  ADD CONSTRAINT task_payloads_lie_somewhere
    CHECK (text IS NOT NULL OR (place IS NOT NULL AND place_key IS NOT NULL)) NOT VALID;
ALTER TABLE task_payloads VALIDATE CONSTRAINT task_payloads_lie_somewhere;
CREATE TRIGGER payload_departs AFTER DELETE ON task_payloads FOR EACH ROW WHEN (OLD.place IS NOT NULL)
EXECUTE FUNCTION blob_departs();
-- Those that are worth an object of their own, and still here.
CREATE INDEX task_payloads_here ON task_payloads (task_id) WHERE text IS NOT NULL AND octet_length(text) >= 1024;
