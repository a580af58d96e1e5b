-- The log: every node's place in it, its tiles, the checkpoints that were signed and who cosigned them.

-- Which log is in force: the newest. Another one begins only when an operator accepts that the last was lost.
CREATE TABLE edg_logs (
  epoch integer PRIMARY KEY CHECK (epoch > 0),
  origin text NOT NULL UNIQUE,
  -- The node that says so, signed: a row of its own is nobody's word.
  node_id bytea NOT NULL UNIQUE REFERENCES edg_nodes (id),
  reason text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE edg_leaves (
  leaf bigint PRIMARY KEY CHECK (leaf >= 0),
  node_id bytea NOT NULL UNIQUE REFERENCES edg_nodes (id)
);

-- C2SP tlog-tiles, height 8: up to 256 hashes of tree level 8 · level. Only the last tile of a level grows.
CREATE TABLE edg_tiles (
  level smallint NOT NULL CHECK (level >= 0),
  idx bigint NOT NULL CHECK (idx >= 0),
  hashes bytea NOT NULL CHECK (octet_length(hashes) % 32 = 0 AND octet_length(hashes) BETWEEN 32 AND 8192),
  PRIMARY KEY (level, idx)
);
-- Hashes do not compress.
ALTER TABLE edg_tiles ALTER hashes SET STORAGE EXTERNAL;

CREATE TABLE edg_checkpoints (
  origin text NOT NULL REFERENCES edg_logs (origin),
  size bigint NOT NULL CHECK (size > 0),
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  note text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (origin, size)
);

CREATE TABLE edg_cosignatures (
  origin text NOT NULL,
  size bigint NOT NULL,
  witness text NOT NULL,
  line text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (origin, size, witness),
  FOREIGN KEY (origin, size) REFERENCES edg_checkpoints (origin, size)
);

-- What each witness that the ledger asks last answered. Present state, no evidence.
CREATE TABLE edg_witnesses (
  witness text PRIMARY KEY,
  url text NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  cosigned_at timestamptz(3),
  cosigned_size bigint,
  problem text
);

CREATE FUNCTION refuse_tile_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(OLD.hashes) = 8192 OR substring(NEW.hashes FOR octet_length(OLD.hashes)) <> OLD.hashes
    OR (NEW.level, NEW.idx) <> (OLD.level, OLD.idx) THEN
    RAISE EXCEPTION 'a tile only grows: UPDATE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER edg_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_logs EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_leaves EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_checkpoints
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_cosignatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_cosignatures
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_tiles_no_delete BEFORE DELETE OR TRUNCATE ON edg_tiles EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_tiles_only_grow BEFORE UPDATE ON edg_tiles FOR EACH ROW EXECUTE FUNCTION refuse_tile_change();
