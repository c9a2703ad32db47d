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

/**
 * Measures how well feeds are read. Prints the report and writes it to report.md. Takes about ten seconds.
 */
const report = hasCorpus('feeds/real') && hasCorpus('conformance') ? describeConformance() : undefined
if (report !== undefined) {
  writeFileSync(join(import.meta.dirname, 'report.md'), report)
  process.stdout.write(report)
}

function describeConformance(): string {
  const captured = measureCaptured()
  const feedparser = measureFeedparser()
  const normalized = measureNormalized()
  const validator = measureValidator()
  const dates = measureDates()
  const damage = measureDamage(800)
  return `# How well feeds are read

\`npx tsx research/conformance/run.ts\` writes this file. Its data is a corpus that is not part of the project
(\`DIGEST_CORPUS\`, default \`../shared/corpus\`). The tests in \`test/corpus\` fail if a figure falls below its minimum.

## Captured feeds

688 feeds of 2003 to 2024 as their servers sent them, in 20 charsets. 64 of them are not well-formed. The oracle is
Python's feedparser 6.0.10. Titles agree if a person sees the same text, links if they lead to the same address, dates
if they are the same to the second. All entries of a feed count equally. Links through the click counter of a feed proxy
are not compared: the oracle gives them, while this project gives the article's own address.

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

All ${captured.disagreements.length} disagreements, with the reason for each:

${table(
  ['feed', 'field', 'entries', 'why'],
  captured.disagreements.map(({ file, field, items }) => [
    file,
    field,
    String(items),
    ORACLE_ERRORS.get(`${file} ${field}`) ?? 'not examined',
  ]),
)}

## feedparser's own tests

The assertions on what a digest needs: titles, links, ids, dates, languages, enclosures, entities, texts and charsets.
The cases for its sanitiser serve as hostile input. ${feedparser.crashes.length} of all cases end in an exception.

${table(
  ['what', 'agree', 'of', ''],
  [...[...feedparser.topics].map(([topic, tally]) => row(topic, tally)), row('all', feedparser.all)],
)}

${table(
  ['case', 'assertion', 'why not'],
  feedparser.failures.map(({ file, path }) => [file, path, REASONS.get(file) ?? 'not examined']),
)}

## Five other projects

Test files of gofeed, feed-rs, KDE's syndication, rss-parser and podcastparser, compared field by field. Expected values
that do not come from the feed are left out: ids and titles that a project invents if the feed has none, texts that it
reads in the wrong charset, and links relative to a local folder.

${table(
  ['field', 'agree', 'of', ''],
  [...normalized.fields].map(([field, tally]) => row(field, tally)),
)}

${table(
  ['case', 'field', 'why not'],
  normalized.failures.map(({ input, field }) => [
    input.split('/').at(-1) ?? input,
    field,
    REASONS.get(input.split('/').at(-1) ?? '') ?? 'not examined',
  ]),
)}

## The W3C feed validator's cases

${validator.cases} documents, most of them invalid on purpose. ${validator.crashes.length} end in an exception.
${validator.read.good} of the ${validator.read.all} that are feeds are read.

## Dates

${dates.all.good} of ${dates.all.all} dates from the tests of feedparser and Miniflux give the expected result: the right
time, or a refusal if the text is no date.

## Damage

800 feeds for each kind of damage, at random places of random captured feeds, the same in every run. A damaged feed
counts as read if at least one entry has the same title, link and date as in the original feed.

${table(
  ['damage', 'read', 'of', ''],
  [
    row('up to 14 characters of markup inserted', damage.insertion),
    row('1 to 40 bytes removed', damage.deletion),
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
