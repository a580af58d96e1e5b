-- Bytes may lie in a bucket instead of here: where it is configured, maintenance moves them there.
ALTER TABLE stored_blobs
  ALTER body DROP NOT NULL,
  -- The object's name in the bucket: never used twice, so that deleting an old one cannot hit one that was sent anew.
  ADD place text,
  ADD CONSTRAINT stored_blobs_lie_somewhere CHECK (body IS NOT NULL OR place IS NOT NULL) NOT VALID;
ALTER TABLE stored_blobs VALIDATE CONSTRAINT stored_blobs_lie_somewhere;
CREATE INDEX stored_blobs_here ON stored_blobs (org_id, digest) WHERE place IS NULL;

-- Objects that are to go: named by nothing any more, or written by somebody who may have died before naming them.
CREATE TABLE departing_objects (
  place text PRIMARY KEY,
  since timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX departing_objects_age ON departing_objects (since, place);

CREATE FUNCTION blob_departs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO departing_objects (place) VALUES (old.place) ON CONFLICT (place) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER blob_departs AFTER DELETE ON stored_blobs FOR EACH ROW WHEN (old.place IS NOT NULL)
EXECUTE FUNCTION blob_departs();
