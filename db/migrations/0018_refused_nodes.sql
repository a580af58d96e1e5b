-- Nodes that nobody has signed who may: taken out before they have a place in the log, and kept here as they came.
CREATE TABLE edg_refused (
  id bytea PRIMARY KEY,
  ins bigint NOT NULL,
  org_id text NOT NULL,
  stream text NOT NULL,
  pos integer NOT NULL,
  height integer NOT NULL,
  kind text NOT NULL,
  body text NOT NULL,
  signature bytea NOT NULL,
  kid text NOT NULL,
  why text NOT NULL,
  refused_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX edg_refused_place ON edg_refused (stream, pos);
CREATE INDEX edg_refused_newest ON edg_refused (refused_at);
CREATE TRIGGER edg_refused_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_refused EXECUTE FUNCTION refuse_change();

-- A node leaves for there and for nowhere else, whole, and with it what leads from it. One that has a leaf is held by that.
CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_refused boolean;
BEGIN
  IF TG_TABLE_NAME = 'edg_nodes' THEN
    is_refused := EXISTS (SELECT FROM edg_refused r WHERE r.id = OLD.id AND r.body = OLD.body AND r.signature = OLD.signature AND r.kid = OLD.kid);
  ELSIF TG_TABLE_NAME = 'edg_edges' THEN
    is_refused := EXISTS (SELECT FROM edg_refused r WHERE r.id = OLD.child);
  ELSE
    is_refused := EXISTS (SELECT FROM edg_refused r WHERE r.stream = OLD.stream AND r.pos = OLD.pos);
  END IF;
  IF is_refused THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only: DELETE refused', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER edg_nodes_append_only ON edg_nodes;
CREATE TRIGGER edg_nodes_append_only BEFORE UPDATE OR TRUNCATE ON edg_nodes EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_nodes_no_delete BEFORE DELETE ON edg_nodes FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
DROP TRIGGER edg_edges_append_only ON edg_edges;
CREATE TRIGGER edg_edges_append_only BEFORE UPDATE OR TRUNCATE ON edg_edges EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_edges_no_delete BEFORE DELETE ON edg_edges FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
DROP TRIGGER edg_crossings_append_only ON edg_crossings;
CREATE TRIGGER edg_crossings_append_only BEFORE UPDATE OR TRUNCATE ON edg_crossings EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_crossings_no_delete BEFORE DELETE ON edg_crossings FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
