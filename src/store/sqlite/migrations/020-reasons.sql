-- Why an item changed, as bits (src/model/change.ts). Each item that exists has at least its `added` row, so the log is a
-- snapshot of the collection too.
CREATE TABLE new_changes (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,         -- put, delete: of an item; story: its counts or its end; source: its name; event
  item_id INTEGER,
  story_id INTEGER,
  source_id INTEGER,
  reasons INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO new_changes (seq, kind, item_id, story_id, source_id, reasons, at)
  SELECT seq, CASE WHEN kind IN ('add', 'update') THEN 'put' ELSE kind END, item_id, story_id, source_id,
    CASE kind WHEN 'add' THEN 1 WHEN 'update' THEN 62 WHEN 'delete' THEN 64 ELSE 0 END, at FROM changes;

-- changesPruned: older changes are kept of items alone. deletesPruned: older deletes are not kept.
INSERT INTO counters (name, value)
  SELECT x.name, coalesce((SELECT min(seq) FROM changes), 1) - 1
  FROM (SELECT 'changesPruned' AS name UNION ALL SELECT 'deletesPruned') x;

-- Items whose `added` row was pruned get numbers below all others: there are at least as many pruned rows.
INSERT INTO new_changes (seq, kind, item_id, reasons, at)
  SELECT row_number() OVER (ORDER BY i.id), 'put', i.id, 1, i.first_seen_at FROM items i
  WHERE i.id NOT IN (SELECT item_id FROM changes WHERE kind = 'add' AND item_id IS NOT NULL);
DROP TABLE changes;
ALTER TABLE new_changes RENAME TO changes;
-- With the reasons, so that followers read the index alone.
CREATE INDEX changes_of_items ON changes (item_id, seq, reasons) WHERE item_id IS NOT NULL;
CREATE INDEX changes_deletes ON changes (seq) WHERE kind = 'delete';

-- What tells this course of changes from others: a restored backup begins another one.
ALTER TABLE identity ADD COLUMN history TEXT;
UPDATE identity SET history = id;
