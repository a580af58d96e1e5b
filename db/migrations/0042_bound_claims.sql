-- Claims are bound: a claim, what it has counted, what its sequence said and how far each log was gone through are sealed by who writes them.
ALTER TABLE claims ADD seal bytea;
ALTER TABLE claim_points ADD seal bytea;
ALTER TABLE claim_pieces ADD seal bytea;
ALTER TABLE claim_progress ADD seal bytea;
