-- Segments of the full-text table are merged by sixteen, not by four: what is written once is written anew half as often. The
-- table keeps this among its own settings, so it holds for every connection.
INSERT INTO search (search, rank) VALUES ('automerge', 16);
