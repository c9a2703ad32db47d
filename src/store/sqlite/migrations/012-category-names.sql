-- A category as the settings write it; NULL where that is its slug.
ALTER TABLE sources ADD COLUMN category_name TEXT;
