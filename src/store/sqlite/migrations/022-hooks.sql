-- How far each hook is, and what it is sending.
CREATE TABLE hooks (
  name TEXT PRIMARY KEY,
  history TEXT NOT NULL,      -- the course of changes that position belongs to
  position INTEGER NOT NULL,  -- the last change that was looked at
  batch_id TEXT,              -- the request that must be sent until it is accepted
  batch_type TEXT,
  batch_body TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  next_at INTEGER,
  resting INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER,
  last_sent_at INTEGER,
  error TEXT
) STRICT;

-- Stories that a hook has announced, by the ids they had then.
CREATE TABLE announced_stories (
  hook TEXT NOT NULL,
  story_id INTEGER NOT NULL,
  PRIMARY KEY (hook, story_id)
) STRICT, WITHOUT ROWID;
