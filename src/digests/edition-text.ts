import { EDITION_WORDS, type EditionWords } from '../model/edition-words.ts'
import type { Edition, EditionReport, EditionStory } from '../model/edition.ts'
import { visibleLine } from '../text/html/text-of-html.ts'

/** Width of a line of plain text, characters (RFC 5322 recommends at most 78). */
const WIDTH = 76

/** The day of an edition: `Wednesday, 25 November 2026`. */
export function editionDay({ date, language }: Pick<Edition, 'date' | 'language'>): string {
  const format = new Intl.DateTimeFormat(EDITION_WORDS[language].locale, {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
  return format.format(Date.parse(`${date}T00:00:00Z`))
}

/** Explains that an edition was made late; `undefined` otherwise. */
export function lateNote({ isLate, scheduledAt, madeAt, language, timeZone }: Edition): string | undefined {
  if (!isLate) return undefined
  const words = EDITION_WORDS[language]
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return words.late(format.format(Date.parse(scheduledAt)), format.format(Date.parse(madeAt)))
}

/** `12 stories, 5 new`, or the text of an empty edition. */
export function editionCounts({ storyCount, newStoryCount, language }: Edition): string {
  const words = EDITION_WORDS[language]
  if (storyCount === 0) return words.empty
  const all = words.stories(storyCount)
  return newStoryCount === 0 ? all : `${all}, ${words.newStories(newStoryCount)} ${words.sinceLast}`
}

/** `BBC · 5 sources · 2 new reports`. */
export function storyMeta(
  { sourceName, sourceCount, newReportCount }: EditionStory,
  words: EditionWords,
): string {
  return [
    sourceName,
    ...(sourceCount > 1 ? [words.sources(sourceCount)] : []),
    ...(newReportCount > 0 ? [words.newReports(newReportCount)] : []),
  ].join(' · ')
}

/**
 * An edition as plain text, for mails and terminals.
 *
 * @param url of the edition; `undefined` if the service's address is unknown
 */
export function editionText(edition: Edition, url: string | undefined): string {
  const words = EDITION_WORDS[edition.language]
  const late = lateNote(edition)
  const lines = [edition.title, editionDay(edition), editionCounts(edition)].map(visibleLine)
  if (late !== undefined) lines.push(late)
  for (const section of edition.sections) {
    if (section.name !== null) lines.push('', '', visibleLine(section.name).toUpperCase())
    for (const story of section.stories) lines.push('', ...storyLines(story, words))
  }
  if (url !== undefined) lines.push('', '', `${words.onTheWeb}:`, url)
  return `${lines.join('\n')}\n`
}

function storyLines(story: EditionStory, words: EditionWords): string[] {
  return [
    ...wrapped(`${story.isNew ? `[${words.isNew}] ` : ''}${visibleLine(story.title)}`, ''),
    visibleLine(storyMeta(story, words)),
    ...(story.summary === '' ? [] : wrapped(visibleLine(story.summary), '')),
    story.url,
    ...story.reports.flatMap((report) => [
      ...wrapped(`- ${visibleLine(report.sourceName)}: ${reportTitle(report, words)}`, '  '),
      `  ${report.url}`,
    ]),
  ]
}

function reportTitle({ title, isNew }: EditionReport, words: EditionWords): string {
  return `${isNew ? `[${words.isNew}] ` : ''}${visibleLine(title)}`
}

/** An edition as Markdown (CommonMark). Texts of publishers are escaped. */
export function editionMarkdown(edition: Edition): string {
  const words = EDITION_WORDS[edition.language]
  const late = lateNote(edition)
  const lines = [`# ${escaped(edition.title)}`, '', `${editionDay(edition)} · ${editionCounts(edition)}`]
  if (late !== undefined) lines.push('', `*${late}*`)
  for (const section of edition.sections) {
    if (section.name !== null) lines.push('', `## ${escaped(section.name)}`)
    for (const story of section.stories) lines.push('', ...storyMarkdown(story, section.name !== null, words))
  }
  return `${lines.join('\n')}\n`
}

function storyMarkdown(story: EditionStory, isBelowSection: boolean, words: EditionWords): string[] {
  const badge = story.isNew ? `**${words.isNew}** ` : ''
  const reports = story.reports.map(
    (report) =>
      `- ${report.isNew ? `**${words.isNew}** ` : ''}${link(report.title, report.url)} · ${escaped(report.sourceName)}`,
  )
  return [
    `${isBelowSection ? '###' : '##'} ${badge}${link(story.title, story.url)}`,
    '',
    escaped(storyMeta(story, words)),
    ...(story.summary === '' ? [] : ['', escaped(story.summary)]),
    ...(reports.length === 0 ? [] : ['', ...reports]),
  ]
}

function link(title: string, url: string): string {
  return `[${escaped(title)}](<${url.replaceAll(/[<>\\]/g, encodeURIComponent).replaceAll(/\s/g, '%20')}>)`
}

/** Escapes Markdown. Characters that could begin HTML become entities, for readers that pass HTML through. */
function escaped(text: string): string {
  const line = visibleLine(text)
    .replaceAll(/[\\`*_{}[\]()#+!|~$]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  // A list or a rule at the beginning of a line.
  return line.replace(/^(\s*)([-=]|\d+(?=\.))/, String.raw`$1\$2`)
}

/** Wraps at spaces. Longer words and texts without spaces stay whole. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = indent + word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
