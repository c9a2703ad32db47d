import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureCaptured } from '../../test/corpus/conformance/captured.ts'
import { percent, type Tally } from '../../test/corpus/conformance/compare.ts'
import { measureDamage } from '../../test/corpus/conformance/damage.ts'
import { measureDates } from '../../test/corpus/conformance/dates.ts'
import { measureFeedparser } from '../../test/corpus/conformance/feedparser.ts'
import { measureNormalized } from '../../test/corpus/conformance/normalized.ts'
import { ORACLE_ERRORS } from '../../test/corpus/conformance/oracle-errors.ts'
import { REASONS } from '../../test/corpus/conformance/reasons.ts'
import { measureValidator } from '../../test/corpus/conformance/validator.ts'
import { hasCorpus } from '../../test/corpus/corpus-folder.ts'

/** Measures how feeds are read, prints it, and writes it to docs/conformance.md. Takes about ten seconds. */
const report = hasCorpus('feeds/real') && hasCorpus('conformance') ? describeConformance() : undefined
if (report !== undefined) {
  writeFileSync(join(import.meta.dirname, '../../docs/conformance.md'), report)
  process.stdout.write(report)
}

function describeConformance(): string {
  const captured = measureCaptured()
  const feedparser = measureFeedparser()
  const normalized = measureNormalized()
  const validator = measureValidator()
  const dates = measureDates()
  const damage = measureDamage()
  return `# How well feeds are read

Made by \`npx tsx research/conformance/run.ts\` from a corpus that is not part of the project (\`DIGEST_CORPUS\`, else
\`../shared/corpus\`); \`test/corpus\` keeps the figures from falling.

## Captured feeds

688 feeds of 2003 to 2024 as their servers sent them, in 20 charsets, 64 of them not well-formed, beside what Python's
feedparser 6.0.10 says of them. Titles are compared by what a person sees, addresses by what they mean, times to the
second. The first entry of a feed counts as much as its last. Links that count clicks for a feed proxy are left
out: the oracle gives them, the article's own address that stands beside them is given here.

${table(
  ['what', 'agree', 'of', ''],
  [
    row('feeds read that the oracle reads', captured.read),
    row('feeds with the same number of entries', captured.counts),
    row('titles', captured.fields.title),
    row('links', captured.fields.link),
    row('dates', captured.fields.date),
  ],
)}

All ${captured.disagreements.length} disagreements, each looked at:

${table(
  ['feed', 'field', 'entries', 'why'],
  captured.disagreements.map(({ file, field, items }) => [
    file,
    field,
    String(items),
    ORACLE_ERRORS.get(`${file} ${field}`) ?? 'not looked at yet',
  ]),
)}

## feedparser's own tests

Its assertions on what a digest needs: titles, links, ids, dates, languages, enclosures, entities, texts and charsets.
Those of its sanitiser serve as hostile input: ${feedparser.crashes.length} of its cases end in an exception.

${table(
  ['what', 'agree', 'of', ''],
  [...[...feedparser.topics].map(([topic, tally]) => row(topic, tally)), row('all', feedparser.all)],
)}

${table(
  ['case', 'assertion', 'why not'],
  feedparser.failures.map(({ file, path }) => [file, path, REASONS.get(file) ?? 'not looked at yet']),
)}

## Five other projects

Test files of gofeed, feed-rs, KDE's syndication, rss-parser and podcastparser, field by field. Left out is what says
nothing of the feed: ids and titles that a project made up where the feed has none, texts that it read in the wrong
charset, links relative to its own disk.

${table(
  ['field', 'agree', 'of', ''],
  [...normalized.fields].map(([field, tally]) => row(field, tally)),
)}

${table(
  ['case', 'field', 'why not'],
  normalized.failures.map(({ input, field }) => [
    input.split('/').at(-1) ?? input,
    field,
    REASONS.get(input.split('/').at(-1) ?? '') ?? 'not looked at yet',
  ]),
)}

## The W3C feed validator's cases

${validator.cases} documents, most of them wrong on purpose: ${validator.crashes.length} end in an exception. Of the
${validator.read.all} that are feeds, ${validator.read.good} are read.

## Dates

${dates.all.good} of ${dates.all.all} dates of feedparser's and Miniflux's tests are read as they mean, those that are
none refused.

## Damage

800 of each, at random places of random captured feeds, always the same ones. It counts as read if at least one entry
has the title, the link and the date that it has in the whole feed.

${table(
  ['damage', 'read', 'of', ''],
  [
    row('up to 14 characters of markup inserted', damage.insertion),
    row('1 to 40 bytes taken out', damage.deletion),
    row('cut off at a random place', damage.truncation),
  ],
)}
`
}

function row(name: string, tally: Tally): string[] {
  return [name, String(tally.good), String(tally.all), percent(tally)]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
