-- Sightings are found by no time of theirs: an index that nothing asks costs every insert.
DROP INDEX sightings_by_published;
