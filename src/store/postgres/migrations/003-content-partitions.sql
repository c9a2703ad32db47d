-- Texts in partitions by ranges of item ids, so that retention drops whole partitions (docs/decisions/036-partitions.md). The
-- texts so far become the first partition, without being copied. The program adds the partitions after the second.
ALTER TABLE contents RENAME TO contents_first;
ALTER INDEX contents_pkey RENAME TO contents_first_pkey;
CREATE TABLE contents (
  item_id BIGINT NOT NULL,
  html TEXT NOT NULL,
  text TEXT,                  -- where it is not the same: most feeds have no markup in theirs
  PRIMARY KEY (item_id)
) PARTITION BY RANGE (item_id);

-- Bounds are literals, so these statements are made from the next id. The lines end without semicolons inside of the block.
DO $$
DECLARE next BIGINT := (SELECT greatest(value, (SELECT coalesce(max(item_id), 0) + 1 FROM contents_first)) FROM counters
    WHERE name = 'item'); BEGIN
  EXECUTE format('ALTER TABLE contents ATTACH PARTITION contents_first FOR VALUES FROM (MINVALUE) TO (%s)', next); EXECUTE
    format('CREATE TABLE contents_%s PARTITION OF contents FOR VALUES FROM (%1$s) TO (%s)', next, next + 20000); END $$;
