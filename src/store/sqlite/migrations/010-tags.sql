-- Items by the key of a tag (domain/tag.ts): `tag_key` is a function of migrations.ts.
CREATE TABLE item_tags (
  tag TEXT NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (tag, item_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO item_tags (tag, item_id)
  SELECT tag_key(j.value), i.id FROM items i, json_each(i.tags) j WHERE i.tags IS NOT NULL;
