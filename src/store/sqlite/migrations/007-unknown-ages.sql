-- At which time an item of unknown age is ranked (domain/undated.ts); NULL for all others, which rank at published_at. The
-- column was title_hash, which is empty since version 5: it stands among those that opening a store reads.
ALTER TABLE items RENAME COLUMN title_hash TO ranked_at;
UPDATE items SET ranked_at = NULL WHERE ranked_at IS NOT NULL;
-- 30 days before, in milliseconds. Keys of hot stay: what was seen before this version has faded since.
UPDATE items SET ranked_at = published_at - 2592000000
  FROM (SELECT source_id AS source, min(first_seen_at) AS begun_at FROM items GROUP BY source_id)
  WHERE source_id = source AND first_seen_at = begun_at AND published_at = first_seen_at;
