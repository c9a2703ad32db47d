import { ENGAGEMENT_POINTS, HAS_ENGAGEMENT, strongestSighting } from '../rows/item-row.ts'

/** An invariant of the tables, as statements for both engines. */
export interface TableCheck {
  /** Stable, for programs. */
  readonly name: string
  /** The fault in words for people, after a number. */
  readonly what: string
  /** Selects `id` of each wrong row, or of its item or story where `changes` names one. */
  readonly find: string
  /** Repairs all wrong rows; absent if the right values cannot be derived. */
  readonly repair?: readonly string[]
  /** What `find` selects, if a repair changes responses about it. */
  readonly changes?: 'item' | 'story'
}

/** Rows of items that do not exist. */
function withoutItem(table: string, what: string): TableCheck {
  const condition = `NOT EXISTS (SELECT 1 FROM items WHERE items.id = ${table}.item_id)`
  return {
    name: `orphanedRows.${table}`,
    what,
    find: `SELECT item_id AS id FROM ${table} WHERE item_id IS NOT NULL AND ${condition}`,
    repair: [`DELETE FROM ${table} WHERE item_id IS NOT NULL AND ${condition}`],
  }
}

/** Rows of sources that do not exist. */
function withoutSource(table: string, what: string): TableCheck {
  const condition = `NOT EXISTS (SELECT 1 FROM sources WHERE sources.id = ${table}.source_id)`
  return {
    name: `unknownSource.${table}`,
    what,
    find: `SELECT source_id AS id FROM ${table} WHERE ${condition}`,
    repair: [`DELETE FROM ${table} WHERE ${condition}`],
  }
}

const EMPTY_STORY = `alias_of IS NULL AND NOT EXISTS (SELECT 1 FROM items WHERE items.story_id = stories.id)`

const BROKEN_ALIAS = `alias_of IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM stories t WHERE t.id = stories.alias_of AND t.alias_of IS NULL)`

const IN_ALIAS = 'SELECT i.id FROM items i JOIN stories s ON s.id = i.story_id WHERE s.alias_of IS NOT NULL'

const WITHOUT_STORY = `SELECT DISTINCT story_id AS id FROM items
  WHERE NOT EXISTS (SELECT 1 FROM stories WHERE stories.id = items.story_id)`

const COUNTED_WRONG = `SELECT s.id FROM stories s
  LEFT JOIN (SELECT i.story_id, count(DISTINCT i.id) AS items, count(DISTINCT g.source_id) AS sources
      FROM items i LEFT JOIN sightings g ON g.item_id = i.id GROUP BY i.story_id) c ON c.story_id = s.id
  WHERE s.item_count <> coalesce(c.items, 0) OR s.source_count <> coalesce(c.sources, 0)`

/** A story of several items has one of them, a story of one has it or none, a merged story has none. */
const REPRESENTED_WRONG = `SELECT s.id FROM stories s
  WHERE (s.representative_id IS NULL AND s.item_count > 1 AND s.alias_of IS NULL)
    OR (s.representative_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM items i WHERE i.id = s.representative_id AND i.story_id = s.id))`

const ALSO_IN_WRONG = `WITH seen AS (SELECT item_id, source_id, min(id) AS first FROM sightings GROUP BY item_id, source_id),
    expected AS (SELECT s.item_id, string_agg(CAST(s.source_id AS TEXT), ',' ORDER BY s.first) AS also_in
      FROM seen s JOIN items i ON i.id = s.item_id WHERE s.source_id <> i.source_id GROUP BY s.item_id)
  SELECT i.id FROM items i LEFT JOIN expected e ON e.item_id = i.id
  WHERE i.also_in IS DISTINCT FROM e.also_in AND EXISTS (SELECT 1 FROM sources WHERE sources.id = i.source_id)`

/** Compared by strength: different numbers of equal strength are right. */
const ENGAGEMENT_WRONG = `WITH strongest AS (
    SELECT item_id, max(${ENGAGEMENT_POINTS}) AS strength FROM sightings WHERE ${HAS_ENGAGEMENT} GROUP BY item_id)
  SELECT i.id FROM items i LEFT JOIN strongest g ON g.item_id = i.id
  WHERE CASE WHEN ${HAS_ENGAGEMENT} THEN ${ENGAGEMENT_POINTS} END IS DISTINCT FROM g.strength`

const STRONGEST = strongestSighting('items.id')

function counterBehind(name: string, last: string): TableCheck {
  return {
    name: `counters.${name}`,
    what: `counter that would give the id of ${name === 'item' ? 'an item' : 'a story'} twice`,
    find: `SELECT value AS id FROM counters WHERE name = '${name}' AND value <= (${last})`,
    repair: [`UPDATE counters SET value = (${last}) + 1 WHERE name = '${name}'`],
  }
}

/** In this order: a repair relies on earlier ones. */
export const TABLE_CHECKS: readonly TableCheck[] = [
  {
    name: 'unknownSource.items',
    what: 'items of a source that does not exist',
    find: 'SELECT id FROM items WHERE NOT EXISTS (SELECT 1 FROM sources WHERE sources.id = items.source_id)',
  },
  {
    name: 'unknownFacet',
    what: 'items without category, region and language',
    find: 'SELECT id FROM items WHERE NOT EXISTS (SELECT 1 FROM facets WHERE facets.id = items.facet_id)',
  },
  {
    name: 'noTime',
    what: 'items without a possible time',
    find: 'SELECT id FROM items WHERE published_at <= 0 OR first_seen_at <= 0',
  },
  withoutSource('sightings', 'sightings in a source that does not exist'),
  withoutSource('visits', 'visits to a source that does not exist'),
  withoutSource('source_events', 'events of a source that does not exist'),
  withoutSource('icons', 'icons of a source that does not exist'),
  withoutItem('contents', 'texts of items that do not exist'),
  withoutItem('sightings', 'sightings of items that do not exist'),
  withoutItem('item_tags', 'tags of items that do not exist'),
  withoutItem('thumbnails', 'thumbnails of items that do not exist'),
  withoutItem('addresses', 'addresses of items that do not exist'),
  withoutItem('shared_addresses', 'shared addresses of items that do not exist'),
  {
    name: 'emptyStories',
    what: 'stories without items',
    find: `SELECT id FROM stories WHERE ${EMPTY_STORY}`,
    repair: [`DELETE FROM stories WHERE ${EMPTY_STORY}`],
    changes: 'story',
  },
  {
    name: 'brokenMerges',
    what: 'merged stories that lead to none',
    find: `SELECT id FROM stories WHERE ${BROKEN_ALIAS}`,
    repair: [
      `DELETE FROM stories WHERE ${BROKEN_ALIAS}
        AND NOT EXISTS (SELECT 1 FROM items WHERE items.story_id = stories.id)`,
      `UPDATE stories SET alias_of = NULL WHERE ${BROKEN_ALIAS}`,
    ],
    changes: 'story',
  },
  {
    name: 'itemsOfMergedStories',
    what: 'items that stayed behind in a merged story',
    find: IN_ALIAS,
    repair: [
      `UPDATE items SET story_id = (SELECT alias_of FROM stories WHERE stories.id = items.story_id)
        WHERE id IN (${IN_ALIAS})`,
    ],
    changes: 'item',
  },
  {
    name: 'missingStories',
    what: 'stories that only their items know',
    find: WITHOUT_STORY,
    repair: [
      `INSERT INTO stories (id, item_count, source_count) SELECT w.id, 0, 0 FROM (${WITHOUT_STORY}) w WHERE TRUE`,
    ],
    changes: 'story',
  },
  {
    name: 'storyCounts',
    what: 'stories with wrong numbers of items or sources',
    find: COUNTED_WRONG,
    repair: [
      `UPDATE stories SET item_count = (SELECT count(*) FROM items i WHERE i.story_id = stories.id),
          source_count = (SELECT count(DISTINCT g.source_id) FROM items i JOIN sightings g ON g.item_id = i.id
            WHERE i.story_id = stories.id)
        WHERE id IN (${COUNTED_WRONG})`,
    ],
    changes: 'story',
  },
  {
    name: 'representatives',
    what: 'stories whose representative is not one of their items',
    find: REPRESENTED_WRONG,
    repair: [
      `UPDATE stories SET representative_id = CASE WHEN alias_of IS NULL AND item_count > 1 THEN
          (SELECT i.id FROM items i WHERE i.story_id = stories.id
            ORDER BY i.ranked_at IS NOT NULL, i.published_at, i.id LIMIT 1) END
        WHERE id IN (${REPRESENTED_WRONG})`,
    ],
    changes: 'story',
  },
  {
    name: 'alsoIn',
    what: 'items that name other sources than their sightings',
    find: ALSO_IN_WRONG,
    repair: [
      `UPDATE items SET also_in = (SELECT string_agg(CAST(s.source_id AS TEXT), ',' ORDER BY s.first)
          FROM (SELECT g.source_id, min(g.id) AS first FROM sightings g
            WHERE g.item_id = items.id AND g.source_id <> items.source_id GROUP BY g.source_id) s)
        WHERE id IN (${ALSO_IN_WRONG})`,
    ],
    changes: 'item',
  },
  {
    name: 'engagement',
    what: 'items with other points or comments than their sightings',
    find: ENGAGEMENT_WRONG,
    repair: [
      `UPDATE items SET points = (SELECT points ${STRONGEST}), comments = (SELECT comments ${STRONGEST})
        WHERE id IN (${ENGAGEMENT_WRONG})`,
    ],
    changes: 'item',
  },
  counterBehind('item', 'SELECT coalesce(max(id), 0) FROM items'),
  counterBehind(
    'story',
    'SELECT coalesce(max(id), 0) FROM (SELECT id FROM stories UNION ALL SELECT story_id FROM items) a',
  ),
]
