-- How far the evidence was looked through, as the ledger signed it: a mark that somebody else wrote is as if it were not there.
CREATE TABLE verified_marks (
  name text PRIMARY KEY,
  document text NOT NULL,
  signature bytea NOT NULL
);

-- Who looks through everything seals what it came to, in the service's key; null of older releases, which nobody goes by any more.
ALTER TABLE integrity_passes ADD vouched bytea;
