import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PUT_REASONS } from '../../src/model/change.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, NOW } from './drafts.ts'
import { ask, hasPostgres, newAddress } from './postgres-fixture.ts'

const FOLDER = fileURLToPath(new URL('../../src/store/postgres/migrations/', import.meta.url))
const FILES = readdirSync(FOLDER).sort()

describe.skipIf(!hasPostgres('migrations of PostgreSQL'))('a PostgreSQL store of an earlier version', () => {
  it.each(FILES.slice(0, -1).map((_, at) => at + 1))(
    'keeps what it has and takes new articles: schema %i',
    async (version) => {
      const address = await newAddress()
      await ask(
        'CREATE TABLE content_digest (version INTEGER PRIMARY KEY, migrated_at BIGINT NOT NULL)',
        address.url,
      )
      for (const [at, file] of FILES.slice(0, version).entries()) {
        await ask(readFileSync(join(FOLDER, file), 'utf8'), address.url)
        await ask(`INSERT INTO content_digest VALUES (${at + 1}, 0)`, address.url)
      }
      await ask(OLD_ROWS, address.url)
      if (version < WITHOUT_PARTITIONS) await ask(KEPT_TEXT, address.url)
      if (version >= WITH_REASONS) await ask(ADDED, address.url)

      const store = await openPostgresStore(address, { now: () => NOW })
      await store.syncSources([aSource('paper')], NOW)
      // 70,000 is beyond every partition of texts.
      await store.saveVisit(aFirstVisit('paper', { 2: aDraft('two'), 70_000: aDraft('far') }))
      const { changes } = await store.listChanges({
        since: 0,
        filter: EVERYTHING,
        reasons: PUT_REASONS,
        limit: 10,
      })
      const texts = await store.findTexts([1, 2, 3, 70_000])
      const pruned = await store.prune({ firstSeenBefore: 2, maxItemsPerSource: 100 })
      const left = await ask('SELECT item_id FROM contents ORDER BY item_id', address.url)
      await store.close()

      expect([...texts.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 70_000])
      expect(texts.get(1)).toBe('Text of old.')
      expect(changes.map(({ id, reasons }) => [id, ...reasons])).toEqual([
        // Its source has another name since then.
        [1, 'added', 'filed'],
        [2, 'added'],
        [70_000, 'added'],
      ])
      expect(pruned).toEqual({ byAge: 1, surplus: 0 })
      expect(left.map(({ item_id }) => Number(item_id))).toEqual([2, 70_000])
    },
  )
})

/** The schema that has no partitions of texts any more. */
const WITHOUT_PARTITIONS = 7

/** The schema whose log of changes has a row for each item. */
const WITH_REASONS = 8

const ADDED = `INSERT INTO changes (seq, kind, item_id, reasons, at) VALUES (1, 'put', 1, 1, 1)`

/** The text of an article that was deleted, which partitions kept. */
const KEPT_TEXT = `INSERT INTO contents (item_id, html, text) VALUES (3, '<p>Gone.</p>', 'Gone.')`

const OLD_ROWS = `
  INSERT INTO counters (name, value) VALUES ('created', 0) ON CONFLICT DO NOTHING;
  UPDATE counters SET value = 4 WHERE name IN ('item', 'story');
  INSERT INTO facets (category) VALUES ('news');
  INSERT INTO sources (slug, configured, position, name, type, url, category, weight, enabled, every_ms, interval_ms)
    VALUES ('paper', 1, 0, 'Paper', 'feed', 'https://paper.example/feed', 'news', 1, 1, 60000, 60000);
  INSERT INTO items (id, published_at, hot, score, facet_id, story_id, source_id, first_seen_at, word_count, reading_minutes,
      weight, coverage, engagement, content_hash, publisher, url, title, summary)
    VALUES (1, 1, 0, 1, (SELECT max(id) FROM facets), 1, (SELECT max(id) FROM sources), 1, 3, 1, 1, 1, 0, 'h',
      'paper.example', 'https://paper.example/old', 'Old', 'Summary of old');
  INSERT INTO stories (id, item_count, source_count) VALUES (1, 1, 0);
  INSERT INTO contents (item_id, html, text) VALUES (1, '<p>Text of old.</p>', 'Text of old.')`
