-- Texts are no longer dropped by partitions (docs/decisions/036-partitions.md is superseded). Those that are there stay; all new
-- texts that none of them takes go into one more. Texts of deleted items had waited for their partition.
DELETE FROM contents WHERE NOT EXISTS (SELECT 1 FROM items WHERE items.id = contents.item_id);
CREATE TABLE contents_others PARTITION OF contents DEFAULT;
