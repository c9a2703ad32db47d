-- The item that stands for a story of several; NULL for a story of one.
ALTER TABLE stories ADD COLUMN representative_id INTEGER;
UPDATE stories SET representative_id = (
    SELECT id FROM items WHERE story_id = stories.id ORDER BY ranked_at IS NOT NULL, score DESC, published_at, id LIMIT 1)
  WHERE item_count > 1;
