-- Connections to mailboxes, calendars and source hosting, and what was read over them: facts, excerpts and digests, never a whole text.
CREATE TABLE connections (
  connection_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  key_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('imap', 'caldav', 'ics', 'github', 'gitlab', 'gitea', 'gmail', 'google_calendar')),
  -- Empty once it is deleted, as what follows is null then.
  label text NOT NULL,
  -- RFC 8785 text.
  config text,
  -- Sealed for the organisation, the connection and its kind, under the key that is named beside it.
  secret text,
  sealed_by text,
  -- From 1 on; a secret that is sealed anew is the same.
  secret_version integer NOT NULL,
  -- Under which its nodes digest its config, and its items their texts. Empty once it is deleted.
  salt bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('new', 'ok', 'failing', 'paused', 'deleted')),
  error_code text CHECK (error_code IN (
    'ADDRESS_REFUSED', 'UNREACHABLE', 'CERTIFICATE', 'TIMEOUT', 'CREDENTIALS', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED',
    'UPSTREAM', 'MALFORMED', 'TOO_LARGE', 'TRUNCATED', 'SECRET_UNREADABLE', 'NOT_SYNCED_YET')),
  error_message text,
  -- Not asked again before this.
  retry_at timestamptz(3),
  -- In a row.
  failures integer NOT NULL,
  -- Until then its circuit is open.
  opened_until timestamptz(3),
  -- What could not be read though the rest could, in words: JSON.
  missing text NOT NULL,
  -- Of the adapter's own, JSON; null before the first sync.
  sync_state text,
  -- One more with every sync that is saved: what was computed from another is dropped.
  sync_version integer NOT NULL,
  -- The round of calls that brings everything anew, where one is under way; items that it did not bring are of an earlier one.
  round integer NOT NULL,
  is_resetting boolean NOT NULL,
  -- The job that may sync it, if any.
  sync_job uuid,
  -- When a sync was asked for last: one that began before that is followed by another.
  asked_at timestamptz(3),
  -- When a sync ended last, whatever came of it, and how long it took.
  tried_at timestamptz(3),
  latency_ms integer,
  synced_at timestamptz(3),
  next_sync_at timestamptz(3),
  items integer NOT NULL,
  -- Which process waits there for what is new, and until when that is so unless it says so again.
  watched_by uuid,
  watched_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  -- When nothing was left of what it brought.
  erased_at timestamptz(3),
  -- The newest node of its stream, and its place there.
  head bytea NOT NULL,
  version integer NOT NULL
);
CREATE INDEX connections_of_org ON connections (org_id, created_at, connection_id) WHERE deleted_at IS NULL;
CREATE INDEX connections_due ON connections (next_sync_at, connection_id) WHERE deleted_at IS NULL;
CREATE INDEX connections_watchable ON connections (kind, watched_until) WHERE state = 'ok' AND deleted_at IS NULL;
CREATE INDEX connections_watched ON connections (watched_by) WHERE watched_by IS NOT NULL;
CREATE INDEX connections_to_erase ON connections (connection_id) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX connections_sealed ON connections (sealed_by) WHERE secret IS NOT NULL;

-- How many changes of items there were of an organisation, and when the last one was. Whoever changes items holds this row, so that no
-- smaller number is committed after a greater one.
CREATE TABLE item_heads (
  org_id text PRIMARY KEY,
  seq bigint NOT NULL,
  changed_at timestamptz(3) NOT NULL
);

CREATE TABLE source_items (
  org_id text NOT NULL,
  item_id bytea NOT NULL,
  connection_id uuid NOT NULL,
  -- Of its last change.
  item_seq bigint NOT NULL,
  source text NOT NULL CHECK (source IN ('mail', 'source_hosting', 'calendar')),
  -- When it last changed at its source.
  at timestamptz(3) NOT NULL,
  -- What it is kept by: when it last changed, or when its last occurrence ends.
  last_at timestamptz(3) NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  -- The round of its connection that brought it last.
  round integer NOT NULL,
  -- SHA-256 of the RFC 8785 text of the document; with it, null of what is gone, which is kept until everybody has seen that.
  digest bytea,
  -- That text, packed with zstd.
  document bytea,
  gone_at timestamptz(3),
  PRIMARY KEY (org_id, item_id)
);
CREATE UNIQUE INDEX source_items_changes ON source_items (org_id, item_seq);
CREATE INDEX source_items_of ON source_items (connection_id, round) WHERE document IS NOT NULL;
CREATE INDEX source_items_age ON source_items (org_id, last_at) WHERE document IS NOT NULL;
CREATE INDEX source_items_gone ON source_items (gone_at) WHERE document IS NULL;
