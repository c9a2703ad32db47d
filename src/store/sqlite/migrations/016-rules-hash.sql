-- The hash of the rules that a document's entries were taken in by, until now behind a `~` in the hash of the document.
-- NULL where no rule applied.
ALTER TABLE sources ADD COLUMN rules_hash TEXT;
UPDATE sources
SET rules_hash = substr(document_hash, instr(document_hash, '~') + 1),
  document_hash = substr(document_hash, 1, instr(document_hash, '~') - 1)
WHERE instr(document_hash, '~') > 0;
