-- Pictures of sources, and when they were looked for last; bytes and type are NULL where none was found.
CREATE TABLE icons (
  source_id INTEGER PRIMARY KEY,
  checked_at INTEGER NOT NULL,
  next_check_at INTEGER NOT NULL,
  mime_type TEXT,
  bytes BLOB
) STRICT;
