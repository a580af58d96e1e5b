-- The component library: what design systems say that they have, how often it was seen in use, and which scans its stories had.

CREATE TABLE component_libraries (
  org_id text NOT NULL,
  library text COLLATE "C" NOT NULL,
  -- Where its stories are shown, and since when they are shown there.
  base_url text,
  base_since timestamptz(3),
  -- Instances by name, as the newest usage report has them.
  usage_counts json,
  usage_as_of timestamptz(3),
  PRIMARY KEY (org_id, library)
);

-- Names are told apart and put in order byte by byte, the same on every machine.
CREATE TABLE components (
  org_id text NOT NULL,
  library text COLLATE "C" NOT NULL,
  component_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  category text NOT NULL,
  -- The kind of document that named it: a later one of that kind that names it no more takes it away.
  source text NOT NULL CHECK (source IN ('storybook-index', 'custom-elements-manifest', 'list')),
  tag_name text,
  class_prefix text,
  is_deprecated boolean NOT NULL,
  -- Files that it is made of, as the document calls them.
  paths text[] NOT NULL,
  -- SHA-256 of all that its document says of it.
  content_digest bytea NOT NULL,
  last_modified date NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3),
  -- Instances in the newest usage report of its library; null where there is none, or where it says nothing of this one.
  reported_usage integer,
  PRIMARY KEY (org_id, library, component_id)
);
CREATE INDEX components_listed ON components (org_id, name, component_id, library) WHERE removed_at IS NULL;
CREATE INDEX components_by_id ON components (org_id, component_id) WHERE removed_at IS NULL;

CREATE TABLE component_stories (
  org_id text NOT NULL,
  library text COLLATE "C" NOT NULL,
  component_id text COLLATE "C" NOT NULL,
  story_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- The scan that was asked for last, and the last one that came to a verdict before it.
  scan_id uuid,
  scan_before uuid,
  PRIMARY KEY (org_id, library, component_id, story_id)
);

-- Instances that were seen on what was gathered of a page. Those of baselines in force are counted.
CREATE TABLE component_sightings (
  org_id text NOT NULL,
  artifact text NOT NULL,
  library text COLLATE "C" NOT NULL,
  component_id text COLLATE "C" NOT NULL,
  instances integer NOT NULL CHECK (instances > 0),
  PRIMARY KEY (org_id, artifact, library, component_id),
  FOREIGN KEY (org_id, artifact) REFERENCES page_artifacts (org_id, digest) ON DELETE CASCADE
);
CREATE INDEX component_sightings_of ON component_sightings (org_id, library, component_id);
