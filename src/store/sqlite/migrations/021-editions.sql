-- Digests that were configured at some time, since when. Times that were missed before that are not made up.
CREATE TABLE digests (
  name TEXT PRIMARY KEY,
  since_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Editions stay for ever, and are never changed. body: JSON of an Edition.
CREATE TABLE editions (
  digest TEXT NOT NULL,
  date TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  story_count INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (digest, date)
) STRICT;
-- Who gets which edition: one row for each receiver.
CREATE TABLE deliveries (
  digest TEXT NOT NULL,
  date TEXT NOT NULL,
  target TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  error TEXT,
  PRIMARY KEY (digest, date, target)
) STRICT, WITHOUT ROWID;
