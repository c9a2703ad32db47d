-- Retention counts from when an entry was last new, dated or edited anew (docs/decisions/042-retention.md). renewed_at: from
-- when it counts, where that is later than first_seen_at.
ALTER TABLE items ADD COLUMN renewed_at BIGINT;
UPDATE items SET renewed_at = updated_at WHERE updated_at > first_seen_at;
CREATE INDEX items_by_renewal ON items (renewed_at) WHERE renewed_at IS NOT NULL;

-- Hash of the text of the entry; NULL where it was last saved by an earlier version.
ALTER TABLE sightings ADD COLUMN text_hash INTEGER;
-- Of a deleted article: the text hashes of its sightings, `SOURCE:HASH` by commas.
ALTER TABLE addresses ADD COLUMN last_texts TEXT;

-- All documents are read once more, since what a wrong clock deleted may return. An empty hash, since NULL means that the
-- source was never read.
UPDATE sources SET etag = NULL, last_modified = NULL, document_hash = '' WHERE document_hash IS NOT NULL;
