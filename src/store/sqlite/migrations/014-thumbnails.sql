-- Small pictures of items. image_url is the picture that was looked for; bytes is NULL where it could not be had, and is looked
-- for again at next_check_at.
CREATE TABLE thumbnails (
  item_id INTEGER PRIMARY KEY,
  image_url TEXT NOT NULL,
  next_check_at INTEGER NOT NULL,
  bytes BLOB
) STRICT;
