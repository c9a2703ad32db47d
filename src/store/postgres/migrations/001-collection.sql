-- The tables of the SQLite engine, with the same names and meanings. Times are epoch milliseconds, UTC. Flags are 0 or 1. A
-- key hash is the first 16 bytes of SHA-256, which is the size of a UUID.

-- Where we collect from, and how collecting there goes. A source that left the configuration keeps its row: its items name it.
CREATE TABLE sources (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  configured SMALLINT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  category TEXT NOT NULL,
  category_name TEXT,         -- as the settings write it; NULL where that is its slug
  region TEXT,
  language TEXT,
  weight DOUBLE PRECISION NOT NULL,
  enabled SMALLINT NOT NULL,
  every_ms BIGINT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  document_hash TEXT,
  rules_hash TEXT,            -- of the rules that the document's entries were taken in by; NULL where none applied
  site_url TEXT,
  icon_url TEXT,
  next_visit_at BIGINT,
  interval_ms BIGINT NOT NULL,
  last_visit_at BIGINT,
  last_success_at BIGINT,
  last_status INTEGER,
  latency_ms BIGINT,
  consecutive_errors INTEGER NOT NULL DEFAULT 0,
  last_error_code TEXT,
  last_error_message TEXT,
  last_error_at BIGINT,
  location TEXT               -- JSON: SourceLocation
);

-- The last seven days of visits, in the order in which they are counted.
CREATE TABLE visits (
  source_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  failed SMALLINT NOT NULL,
  added INTEGER NOT NULL,
  PRIMARY KEY (source_id, at)
);

-- Sources that broke, recovered or moved. Feed readers know an event by its number for ever.
CREATE TABLE source_events (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  code TEXT,
  message TEXT NOT NULL
);
CREATE INDEX source_events_by_time ON source_events (at);
CREATE INDEX source_events_by_source ON source_events (source_id);

CREATE TABLE icons (
  source_id BIGINT PRIMARY KEY,
  checked_at BIGINT NOT NULL,
  next_check_at BIGINT NOT NULL,
  mime_type TEXT,
  bytes BYTEA
);

-- The combinations of words that items are filtered by. Hashed in the index, since an index row is limited to 2,700 bytes.
CREATE TABLE facets (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category TEXT NOT NULL,
  region TEXT,
  language TEXT
);
CREATE UNIQUE INDEX facets_by_words ON facets (md5(category), md5(coalesce(region, '')), md5(coalesce(language, '')));

CREATE TABLE items (
  id BIGINT PRIMARY KEY,
  published_at BIGINT NOT NULL,
  ranked_at BIGINT,           -- at which an item of unknown age ranks; NULL for all others
  hot DOUBLE PRECISION NOT NULL,
  score DOUBLE PRECISION NOT NULL,
  facet_id BIGINT NOT NULL,
  story_id BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  also_in TEXT,               -- other sources' ids in order of sighting, comma-separated
  first_seen_at BIGINT NOT NULL,
  updated_at BIGINT,
  points BIGINT,
  comments BIGINT,
  word_count INTEGER NOT NULL,
  reading_minutes INTEGER NOT NULL,
  weight DOUBLE PRECISION NOT NULL, -- the values behind the score
  coverage DOUBLE PRECISION NOT NULL,
  engagement DOUBLE PRECISION NOT NULL,
  content_hash TEXT NOT NULL,
  publisher TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  author TEXT,
  tags TEXT,                  -- JSON
  image_url TEXT,
  comments_url TEXT,
  enclosures TEXT             -- JSON
);
CREATE INDEX items_by_story ON items (story_id);
CREATE INDEX items_by_published ON items (published_at);
CREATE INDEX items_by_first_seen ON items (first_seen_at);
CREATE INDEX items_by_source ON items (source_id, published_at);

CREATE TABLE contents (
  item_id BIGINT PRIMARY KEY,
  html TEXT NOT NULL,
  text TEXT                   -- where it is not the same: most feeds have no markup in theirs
);

-- Items by the key of a tag.
CREATE TABLE item_tags (
  tag TEXT NOT NULL,
  item_id BIGINT NOT NULL,
  PRIMARY KEY (tag, item_id)
);
CREATE INDEX item_tags_by_item ON item_tags (item_id);

-- Every address an article was seen under; without an item once that was pruned, so that it stays away.
CREATE TABLE addresses (
  key_hash UUID PRIMARY KEY,
  item_id BIGINT
);
CREATE INDEX addresses_by_item ON addresses (item_id) WHERE item_id IS NOT NULL;

-- Items whose canonical address belongs to another item, or to none: parts of one page, which differ by fragment or guid
-- alone.
CREATE TABLE shared_addresses (
  key_hash UUID NOT NULL,
  item_id BIGINT NOT NULL,
  PRIMARY KEY (key_hash, item_id)
);
CREATE INDEX shared_addresses_by_item ON shared_addresses (item_id);

CREATE TABLE sightings (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  entry_key_hash UUID NOT NULL,
  entry_hash TEXT NOT NULL,
  url TEXT,                   -- where it is not the item's
  seen_at BIGINT NOT NULL,
  published_at BIGINT NOT NULL,
  comments_url TEXT,
  points BIGINT,
  comments BIGINT
);
CREATE UNIQUE INDEX sightings_by_entry ON sightings (source_id, entry_key_hash);
CREATE INDEX sightings_by_item ON sightings (item_id);
CREATE INDEX sightings_by_interest ON sightings (source_id, seen_at) WHERE points IS NOT NULL OR comments IS NOT NULL;

CREATE TABLE stories (
  id BIGINT PRIMARY KEY,
  item_count INTEGER NOT NULL,
  source_count INTEGER NOT NULL,
  alias_of BIGINT,
  representative_id BIGINT    -- the item that stands for a story of several; NULL for a story of one
);
CREATE INDEX stories_by_alias ON stories (alias_of) WHERE alias_of IS NOT NULL;
CREATE INDEX stories_of_many ON stories (source_count) WHERE source_count > 1;

-- Small pictures of items. bytes is NULL where the picture could not be had, and is looked for again at next_check_at.
CREATE TABLE thumbnails (
  item_id BIGINT PRIMARY KEY,
  image_url TEXT NOT NULL,
  next_check_at BIGINT NOT NULL,
  bytes BYTEA
);

-- What happened to answers, in order. Writers number it themselves, without gaps, under a lock: a sequence would number
-- transactions before they commit, and leave gaps where they fail.
CREATE TABLE changes (
  seq BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,         -- add, update, delete: of an item; story: its counts or its end; source: its name; event
  item_id BIGINT,
  story_id BIGINT,
  source_id BIGINT,
  at BIGINT NOT NULL
);

-- item, story: the first id that nothing has; created: when the store was made.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('item', 1), ('story', 1);

-- What tells this store from every other. Feeds make their ids from it.
CREATE TABLE identity (
  id UUID PRIMARY KEY
);
INSERT INTO identity (id) VALUES (gen_random_uuid());

-- Caches for the next process, which may be deleted at any time.
CREATE TABLE caches (
  name TEXT PRIMARY KEY,
  bytes BYTEA NOT NULL
);
