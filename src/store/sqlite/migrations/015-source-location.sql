-- In the words of the code: where a source is, and when it wants to be asked.
ALTER TABLE sources RENAME COLUMN standing TO location;
UPDATE sources
SET location = json_remove(json_set(location, '$.pollingHints', json_extract(location, '$.wishes')), '$.wishes')
WHERE location IS NOT NULL;
