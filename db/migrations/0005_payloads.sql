-- The graph's short cuts, and what was found when the whole store was looked through.

-- Parents that stand in another stream than their child. A stream is a line, so the ancestors of a node are, in each
-- stream, everything up to one place; these rows lead from stream to stream. Derived: verification checks it by the bodies.
CREATE TABLE edg_crossings (
  stream text NOT NULL,
  pos integer NOT NULL,
  parent_stream text NOT NULL,
  parent_pos integer NOT NULL
);
CREATE INDEX edg_crossings_child ON edg_crossings (stream, pos) INCLUDE (parent_stream, parent_pos);

CREATE FUNCTION edg_note_crossings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO edg_crossings (stream, pos, parent_stream, parent_pos)
  SELECT c.stream, c.pos, p.stream, p.pos
  FROM added e JOIN edg_nodes c ON c.id = e.child JOIN edg_nodes p ON p.id = e.parent
  WHERE e.rel <> 'prev' AND p.stream <> c.stream;
  RETURN NULL;
END $$;
-- First the trigger, which lets no edge be added until this is over: one between the two would have no crossing for ever.
CREATE TRIGGER edg_edges_crossings AFTER INSERT ON edg_edges
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION edg_note_crossings();
INSERT INTO edg_crossings (stream, pos, parent_stream, parent_pos)
SELECT c.stream, c.pos, p.stream, p.pos
FROM edg_edges e JOIN edg_nodes c ON c.id = e.child JOIN edg_nodes p ON p.id = e.parent
WHERE e.rel <> 'prev' AND p.stream <> c.stream;
CREATE TRIGGER edg_crossings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_crossings
  EXECUTE FUNCTION refuse_change();

-- The greatest place of a stream, up to `top`, that was inserted before `bound`; -1 where there is none. Both grow
-- together in a stream, so halving finds it.
CREATE FUNCTION edg_pos_before(line text, top integer, bound bigint) RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE
  low integer := -1;
  high integer := top;
  middle integer;
BEGIN
  IF (SELECT ins FROM edg_nodes WHERE stream = line AND pos = top) < bound THEN RETURN top; END IF;
  WHILE low < high LOOP
    middle := low + (high - low + 1) / 2;
    IF (SELECT ins FROM edg_nodes WHERE stream = line AND pos = middle) < bound THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END $$;

-- What each pass over the evidence found; the newest are kept.
CREATE TABLE integrity_passes (
  pass bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT now(),
  nodes bigint NOT NULL,
  ok boolean NOT NULL,
  first_failure json,
  duration_ms integer NOT NULL
);
