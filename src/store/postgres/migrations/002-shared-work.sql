-- What collectors fetched and the digester has not taken yet. Rows live for seconds, except those that are set aside.
CREATE TABLE inbox (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id BIGINT NOT NULL,
  arrival TEXT NOT NULL,      -- JSON; not of the type json, because texts may hold U+0000 and lone surrogates, escaped
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at TIMESTAMPTZ,       -- NULL: at once
  set_aside_at TIMESTAMPTZ,   -- of an arrival that cannot be digested
  reason TEXT                 -- why it was set aside
);
CREATE UNIQUE INDEX inbox_waiting ON inbox (source_id) WHERE set_aside_at IS NULL;

-- Which node may visit a site. Times are those of the database's clock.
CREATE TABLE site_leases (
  site TEXT PRIMARY KEY,
  owner UUID NOT NULL,
  until TIMESTAMPTZ NOT NULL
);
