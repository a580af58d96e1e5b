-- Each edge looks its two nodes up by their keys. Joined as a whole, every insert read all nodes by index wherever Postgres had last
-- counted them while there were few, as in the first minutes of a new installation.
CREATE OR REPLACE FUNCTION edg_note_crossings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO edg_crossings (stream, pos, parent_stream, parent_pos)
  SELECT c.stream, c.pos, p.stream, p.pos
  FROM added e
    CROSS JOIN LATERAL (SELECT stream, pos FROM edg_nodes WHERE id = e.child OFFSET 0) c
    CROSS JOIN LATERAL (SELECT stream, pos FROM edg_nodes WHERE id = e.parent OFFSET 0) p
  WHERE e.rel <> 'prev' AND p.stream <> c.stream;
  RETURN NULL;
END $$;
