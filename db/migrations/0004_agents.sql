-- Agents of others, and tasks.
SELECT 1;
