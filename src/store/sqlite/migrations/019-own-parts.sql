-- What decides a score beside weight, coverage and engagement. Stored items keep their scores.
-- frequency: items a day of the source; depth: length of the text over what is usual for the source; share: what the item
-- adds to the coverage of its story, less than 1 for a copy.
ALTER TABLE items ADD COLUMN frequency REAL NOT NULL DEFAULT 1;
ALTER TABLE items ADD COLUMN depth REAL NOT NULL DEFAULT 1;
ALTER TABLE items ADD COLUMN share REAL NOT NULL DEFAULT 1;
