-- What collectors fetched and the digester has not taken yet. Rows live for seconds.
CREATE TABLE inbox (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source TEXT NOT NULL,       -- the source's slug
  arrival TEXT NOT NULL       -- JSON; not of the type json, because texts may hold U+0000 and lone surrogates, escaped
);
