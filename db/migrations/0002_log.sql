-- The log: every node's place in it, its tiles, the checkpoints that were signed and who cosigned them.
SELECT 1;
