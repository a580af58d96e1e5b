-- What the newest scan of a page saw of components is bound: a scan says, sealed, whether its page is told by what it saw.
ALTER TABLE scans ADD sees boolean NOT NULL DEFAULT false, ADD sees_seal bytea;
CREATE INDEX scans_that_see ON scans (org_id) WHERE sees;
