-- What a process says of its figures, as the text that /metrics gives, packed. `metrics` is written by the release before alone.
ALTER TABLE process_reports ADD exposition bytea, ALTER metrics SET DEFAULT '[]';
ALTER TABLE process_reports ALTER exposition SET STORAGE EXTERNAL;
