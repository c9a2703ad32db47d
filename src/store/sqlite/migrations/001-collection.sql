-- Times are epoch milliseconds, UTC. Hashes are the first bytes of SHA-256: 16 as a key, 6 where a match is checked again.

-- Where we collect from, and how collecting there goes. A source that left the configuration keeps its row: its items name it.
CREATE TABLE sources (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  configured INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  category TEXT NOT NULL,
  region TEXT,
  language TEXT,
  weight REAL NOT NULL,
  enabled INTEGER NOT NULL,
  every_ms INTEGER NOT NULL,
  etag TEXT,
  last_modified TEXT,
  document_hash TEXT,
  site_url TEXT,
  icon_url TEXT,
  next_visit_at INTEGER,
  interval_ms INTEGER NOT NULL,
  last_visit_at INTEGER,
  last_success_at INTEGER,
  last_status INTEGER,
  latency_ms INTEGER,
  consecutive_errors INTEGER NOT NULL DEFAULT 0,
  last_error_code TEXT,
  last_error_message TEXT,
  last_error_at INTEGER
) STRICT;

-- The last seven days of visits, in the order in which they are counted.
CREATE TABLE visits (
  source_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  added INTEGER NOT NULL,
  PRIMARY KEY (source_id, at)
) STRICT, WITHOUT ROWID;

-- The combinations of words that items are filtered by: few, so that an item names one by a small number.
CREATE TABLE facets (
  id INTEGER PRIMARY KEY,
  category TEXT NOT NULL,
  region TEXT,
  language TEXT
) STRICT;
CREATE UNIQUE INDEX facets_by_words ON facets (category, ifnull(region, ''), ifnull(language, ''));

-- What is filtered and ordered by stands first: reading only the head of a row is what opening a store costs.
CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  published_at INTEGER NOT NULL,
  hot REAL NOT NULL,
  score REAL NOT NULL,
  facet_id INTEGER NOT NULL,
  story_id INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  also_in TEXT,               -- other sources' ids in order of sighting, comma-separated
  first_seen_at INTEGER NOT NULL,
  updated_at INTEGER,
  points INTEGER,
  comments INTEGER,
  word_count INTEGER NOT NULL,
  reading_minutes INTEGER NOT NULL,
  weight REAL NOT NULL,       -- the values behind the score
  coverage REAL NOT NULL,
  engagement REAL NOT NULL,
  title_hash INTEGER,         -- of title_key
  content_hash TEXT NOT NULL,
  publisher TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  summary TEXT NOT NULL,
  author TEXT,
  tags TEXT,                  -- JSON
  image_url TEXT,
  comments_url TEXT,
  enclosures TEXT             -- JSON
) STRICT;
CREATE INDEX items_by_story ON items (story_id);
CREATE INDEX items_by_title ON items (title_hash) WHERE title_hash IS NOT NULL;
CREATE INDEX items_by_published ON items (published_at);
CREATE INDEX items_by_first_seen ON items (first_seen_at);
CREATE INDEX items_by_source ON items (source_id, published_at);

CREATE TABLE contents (
  item_id INTEGER PRIMARY KEY,
  html TEXT NOT NULL,
  text TEXT                   -- where it is not the same: most feeds have no markup in theirs
) STRICT;

-- Every address an article was seen under; without an item once that was pruned, so that it stays away.
CREATE TABLE addresses (
  key_hash BLOB PRIMARY KEY,
  item_id INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_by_item ON addresses (item_id) WHERE item_id IS NOT NULL;

CREATE TABLE sightings (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  entry_key_hash BLOB NOT NULL,
  entry_hash TEXT NOT NULL,
  url TEXT,                   -- where it is not the item's
  seen_at INTEGER NOT NULL,
  published_at INTEGER NOT NULL,
  comments_url TEXT,
  points INTEGER,
  comments INTEGER
) STRICT;
CREATE UNIQUE INDEX sightings_by_entry ON sightings (source_id, entry_key_hash);
CREATE INDEX sightings_by_item ON sightings (item_id);
CREATE INDEX sightings_by_published ON sightings (published_at);
CREATE INDEX sightings_by_interest ON sightings (source_id, seen_at) WHERE points IS NOT NULL OR comments IS NOT NULL;

CREATE TABLE stories (
  id INTEGER PRIMARY KEY,
  item_count INTEGER NOT NULL,
  source_count INTEGER NOT NULL,
  alias_of INTEGER
) STRICT;
CREATE INDEX stories_by_alias ON stories (alias_of) WHERE alias_of IS NOT NULL;
CREATE INDEX stories_of_many ON stories (source_count) WHERE source_count > 1;

-- What happened to answers, in order; AUTOINCREMENT, because a number once told must never come again.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,         -- add, update, delete: of an item; story: its counts or its end; source: its name
  item_id INTEGER,
  story_id INTEGER,
  source_id INTEGER,
  at INTEGER NOT NULL
) STRICT;

-- item, story: the first id that nothing has; created: when the store was made.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('item', 1), ('story', 1);

-- Prepared words, one space between; the tokenizer must only cut at spaces. The text itself stands in items and contents.
CREATE VIRTUAL TABLE search USING fts5 (
  title, summary, labels, author, site, content,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '!#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
