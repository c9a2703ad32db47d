-- What is remembered of a source from visit to visit: JSON, Standing of domain/initialized.ts; NULL where nothing is known.
ALTER TABLE sources ADD COLUMN standing TEXT;

-- Sources that broke, recovered or moved; AUTOINCREMENT, because feed readers know an event by its number for ever.
CREATE TABLE source_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,         -- SourceEventKind of domain/source-event.ts
  code TEXT,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX source_events_by_time ON source_events (at);
CREATE INDEX source_events_by_source ON source_events (source_id);
