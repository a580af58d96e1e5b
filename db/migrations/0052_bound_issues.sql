-- Which rules the pages of a run break is bound while it is under way: the run says what all rows that count them come to.
ALTER TABLE scan_runs ADD issue_sum bytea;
