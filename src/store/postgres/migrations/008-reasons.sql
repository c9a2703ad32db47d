-- Why an item changed, as bits (src/model/change.ts). Each item that exists has at least its `added` row, so the log is a
-- snapshot of the collection too.
ALTER TABLE changes ADD COLUMN reasons BIGINT NOT NULL DEFAULT 0;

-- changesPruned: older changes are kept of items alone. deletesPruned: older deletes are not kept.
INSERT INTO counters (name, value)
  SELECT x.name, coalesce((SELECT min(seq) FROM changes), 1) - 1
  FROM (SELECT 'changesPruned' AS name UNION ALL SELECT 'deletesPruned') x;

-- Items whose `added` row was pruned get numbers below all others: there are at least as many pruned rows.
INSERT INTO changes (seq, kind, item_id, reasons, at)
  SELECT row_number() OVER (ORDER BY i.id), 'put', i.id, 1, i.first_seen_at FROM items i
  WHERE NOT EXISTS (SELECT 1 FROM changes a WHERE a.item_id = i.id AND a.kind = 'add');
UPDATE changes SET kind = CASE WHEN kind IN ('add', 'update') THEN 'put' ELSE kind END,
  reasons = CASE kind WHEN 'add' THEN 1 WHEN 'update' THEN 62 WHEN 'delete' THEN 64 ELSE reasons END
  WHERE kind IN ('add', 'update', 'delete');
-- With the reasons, so that followers read the index alone.
CREATE INDEX changes_of_items ON changes (item_id, seq, reasons) WHERE item_id IS NOT NULL;
CREATE INDEX changes_deletes ON changes (seq) WHERE kind = 'delete';

-- What tells this course of changes from others: a restored backup begins another one.
ALTER TABLE identity ADD COLUMN history UUID;
UPDATE identity SET history = id;
