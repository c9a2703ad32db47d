-- When an arrival came into the inbox, on the database's clock. What waits already counts from now.
ALTER TABLE inbox ADD COLUMN appended_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp();
