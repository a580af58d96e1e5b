-- Governance: constitutions, and violations with their whole life.
SELECT 1;
