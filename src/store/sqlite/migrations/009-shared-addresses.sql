-- Items whose canonical address belongs to another item, or to none: parts of one page, which differ by fragment or guid
-- alone. `address_hash` is a function of migrations.ts.
CREATE TABLE shared_addresses (
  key_hash BLOB NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (key_hash, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_addresses_by_item ON shared_addresses (item_id);
INSERT OR IGNORE INTO shared_addresses (key_hash, item_id)
  SELECT key_hash, item_id FROM (
    SELECT address_hash(url) AS key_hash, id AS item_id FROM items
    UNION SELECT address_hash(url), item_id FROM sightings WHERE url IS NOT NULL
  ) AS shown
  WHERE key_hash IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM addresses a WHERE a.key_hash = shown.key_hash AND a.item_id = shown.item_id);
