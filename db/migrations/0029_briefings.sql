-- Briefings, scans of signals and preparations of meetings: as they were answered, and all that they were made of, so that each can
-- be made again. And what people say of signals, which is what ranking learns from.
CREATE TABLE briefings (
  job_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('briefing', 'signals', 'meeting')),
  -- Of the decision on it.
  tier text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL,
  payload_salt bytea NOT NULL,
  -- The JSON text as it was digested and is answered, packed with zstd.
  document bytea NOT NULL,
  -- The RFC 8785 text of what it was composed of, packed with zstd.
  inputs bytea NOT NULL,
  -- Those of which it shows something: it goes with the first of them that is deleted.
  connections uuid[] NOT NULL
);
ALTER TABLE briefings ALTER document SET STORAGE EXTERNAL;
ALTER TABLE briefings ALTER inputs SET STORAGE EXTERNAL;
CREATE INDEX briefings_age ON briefings (org_id, created_at, job_id);
CREATE INDEX briefings_shown ON briefings USING gin (connections);

-- What people say of signals, in one order: `at` is later than that of all before it of the same organisation.
CREATE TABLE signal_feedback (
  feedback_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  -- Of the item, and of the signal of it, which is another where an event happens more than once.
  item_id bytea NOT NULL,
  signal_id bytea NOT NULL,
  connection_id uuid NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('important', 'not_important', 'done', 'snoozed', 'seen')),
  status text NOT NULL CHECK (status IN ('in_force', 'taken_back')),
  -- Of the item, when it was given: what is learned by. JSON; empty once it was erased, and then nothing is learned of it.
  features text NOT NULL,
  payload_salt bytea NOT NULL,
  -- Of a snoozed signal: until when.
  until timestamptz(3),
  at timestamptz(3) NOT NULL,
  key_id text NOT NULL,
  taken_back_at timestamptz(3),
  -- The newest node of its stream, and its place there.
  head bytea NOT NULL,
  version integer NOT NULL
);
CREATE UNIQUE INDEX signal_feedback_order ON signal_feedback (org_id, at);
CREATE INDEX signal_feedback_items ON signal_feedback (org_id, item_id);
