-- What tells this store from every other, made once: a random UUID (version 4, RFC 9562). Feeds make their ids from it, so that they
-- outlive a new address of the service.
CREATE TABLE identity (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO identity (id)
  WITH random(h) AS MATERIALIZED (SELECT lower(hex(randomblob(16))))
  SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-a' || substr(h, 18, 3) || '-' || substr(h, 21)
  FROM random;
