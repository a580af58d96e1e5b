-- What was wrong with an agent's card is shown, and when it was asked for last is gone by: both are sealed by themselves, as they move without a node.
ALTER TABLE agents ADD COLUMN IF NOT EXISTS noted_seal bytea;
