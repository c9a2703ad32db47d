-- The search index stands in a file beside the store and is built from the items alone.
DROP TABLE search;
