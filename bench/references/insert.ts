// The least that saving can cost: inserts rows of title, summary and text into SQLite, with a unique address and a
// full-text index, 30 rows per transaction. `insert.ts FILE ROWS`.

import { parseFeed } from 'feedsmith'
import { Database } from '../../src/store/sqlite/driver.ts'
import { benchFeed } from '../feeds/feed-documents.ts'
import { cpuSecondsSince } from '../harness/cpu.ts'

const [, , file = ':memory:', rows = '30000'] = process.argv
const BATCH = 30

const sample = parseFeed(benchFeed(0, 1000, { items: 200, now: Date.now(), added: 0 }))
const texts = (sample.format === 'rss' ? (sample.feed.items ?? []) : []).map((item) => ({
  title: item.title ?? '',
  summary: item.description ?? '',
  content: item.content?.encoded ?? '',
}))
const before = process.cpuUsage()

const db = new Database(file)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
db.exec(`
  CREATE TABLE item (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT, summary TEXT, content TEXT, published INTEGER);
  CREATE INDEX item_published ON item (published);
  CREATE VIRTUAL TABLE words USING fts5 (title, summary, content, content='');
`)
const insert = db.prepare('INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)')
const index = db.prepare('INSERT INTO words (rowid, title, summary, content) VALUES (?, ?, ?, ?)')
const save = db.transaction((from: number) => {
  for (let id = from; id < from + BATCH; id += 1) {
    const text = texts[id % texts.length]
    if (!text) throw new Error('no sample texts')
    insert.run(id, `https://www.example/${id}`, text.title, text.summary, text.content, id)
    index.run(id, text.title, text.summary, text.content)
  }
})
for (let id = 1; id <= Number(rows); id += BATCH) save(id)
db.close()

const cpuSeconds = cpuSecondsSince(before)
process.stdout.write(`${JSON.stringify({ cpuSeconds })}\n`)
