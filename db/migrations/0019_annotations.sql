-- What people say of traces, beside what was measured of them: kept in the order in which it came, never changed but by erasure.
CREATE TABLE trace_annotations (
  trace_id text NOT NULL,
  -- Place among the trace's own, from 0.
  ord smallint NOT NULL CHECK (ord >= 0),
  annotation_id uuid NOT NULL UNIQUE,
  org_id text NOT NULL,
  system_source text NOT NULL,
  -- Drawn at random when an organisation's rater is first met: it tells raters apart when their names are erased.
  rater_id uuid NOT NULL,
  rater text,
  comment text,
  answers jsonb NOT NULL,
  status text NOT NULL DEFAULT 'recorded',
  -- The node that records it, and its place in its stream.
  head bytea NOT NULL,
  version integer NOT NULL DEFAULT 0,
  payload_salt bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  PRIMARY KEY (trace_id, ord)
);
CREATE INDEX trace_annotations_of_rater ON trace_annotations (org_id, rater) WHERE rater IS NOT NULL;
CREATE INDEX trace_annotations_of_system ON trace_annotations (org_id, system_source, created_at DESC, trace_id DESC);

-- How often each system was annotated: a number that changes whenever what its tree shows of people does. Systems that nobody
-- annotated have no row.
CREATE TABLE annotated_systems (
  org_id text NOT NULL,
  system_source text NOT NULL,
  annotations bigint NOT NULL,
  PRIMARY KEY (org_id, system_source)
) WITH (fillfactor = 50);
