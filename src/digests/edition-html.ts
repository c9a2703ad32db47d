import { EDITION_WORDS, type EditionWords } from '../model/edition-words.ts'
import type { Edition, EditionReport, EditionStory } from '../model/edition.ts'
import { escapeHtmlAndQuotes } from '../text/html/escape-html.ts'
import { editionCounts, lateNote, storyMeta } from './edition-text.ts'

/** An edition as plain HTML without styles, for feeds. */
export function editionHtml(edition: Edition): string {
  const words = EDITION_WORDS[edition.language]
  const late = lateNote(edition)
  return [
    `<p>${escapeHtmlAndQuotes(editionCounts(edition))}</p>`,
    ...(late === undefined ? [] : [`<p><em>${escapeHtmlAndQuotes(late)}</em></p>`]),
    ...edition.sections.flatMap(({ name, stories }) => [
      ...(name === null ? [] : [`<h2>${escapeHtmlAndQuotes(name)}</h2>`]),
      ...stories.map((story) => storyHtml(story, words)),
    ]),
  ].join('\n')
}

function storyHtml(story: EditionStory, words: EditionWords): string {
  const reports = story.reports.map((report) => `<li>${reportHtml(report, words)}</li>`)
  return [
    `<h3>${badge(story, words)}${link(story)}</h3>`,
    `<p><small>${escapeHtmlAndQuotes(storyMeta(story, words))}</small></p>`,
    ...(story.summary === '' ? [] : [`<p>${escapeHtmlAndQuotes(story.summary)}</p>`]),
    ...(reports.length === 0 ? [] : [`<ul>${reports.join('')}</ul>`]),
  ].join('\n')
}

function reportHtml(report: EditionReport, words: EditionWords): string {
  return `${escapeHtmlAndQuotes(report.sourceName)}: ${badge(report, words)}${link(report)}`
}

function badge({ isNew }: Pick<EditionReport, 'isNew'>, words: EditionWords): string {
  return isNew ? `<strong>${words.isNew}</strong> ` : ''
}

function link({ title, url, language }: Pick<EditionReport, 'title' | 'url' | 'language'>): string {
  const lang = language === null ? '' : ` lang="${escapeHtmlAndQuotes(language)}"`
  return `<a href="${escapeHtmlAndQuotes(url)}"${lang}>${escapeHtmlAndQuotes(title)}</a>`
}
