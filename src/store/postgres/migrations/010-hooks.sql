-- How far each hook is, and what it is sending.
CREATE TABLE hooks (
  name TEXT PRIMARY KEY,
  history TEXT NOT NULL,      -- the course of changes that position belongs to
  position BIGINT NOT NULL,   -- the last change that was looked at
  batch_id TEXT,              -- the request that must be sent until it is accepted
  batch_type TEXT,
  batch_body TEXT,
  failures BIGINT NOT NULL DEFAULT 0,
  failing_since BIGINT,
  next_at BIGINT,
  resting BIGINT NOT NULL DEFAULT 0,
  changed_at BIGINT,
  last_sent_at BIGINT,
  error TEXT
);

-- Stories that a hook has announced, by the ids they had then.
CREATE TABLE announced_stories (
  hook TEXT NOT NULL,
  story_id BIGINT NOT NULL,
  PRIMARY KEY (hook, story_id)
);
