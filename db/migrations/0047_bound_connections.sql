-- Connections are bound: how each stands, what it brought, and how much an organisation was brought are sealed by who writes them. A
-- connection says up to which change it has brought something, and an organisation's row what the seals of all that is there come to. How
-- far a log was gone through is kept with what all claims have come to by then.
ALTER TABLE connections ADD item_seq bigint NOT NULL DEFAULT 0, ADD seal bytea;
ALTER TABLE item_heads ADD parts bytea, ADD seal bytea;
ALTER TABLE source_items ADD seal bytea;
ALTER TABLE claim_progress ADD claims bytea;
