import { EDITION_WORDS, type EditionWords } from '../model/edition-words.ts'
import type { Edition, EditionReport, EditionStory } from '../model/edition.ts'
import { editionCounts, lateNote, storyMeta } from './edition-text.ts'

/** An edition as plain HTML without styles, for feeds. */
export function editionHtml(edition: Edition): string {
  const words = EDITION_WORDS[edition.language]
  const late = lateNote(edition)
  return [
    `<p>${escaped(editionCounts(edition))}</p>`,
    ...(late === undefined ? [] : [`<p><em>${escaped(late)}</em></p>`]),
    ...edition.sections.flatMap(({ name, stories }) => [
      ...(name === null ? [] : [`<h2>${escaped(name)}</h2>`]),
      ...stories.map((story) => storyHtml(story, words)),
    ]),
  ].join('\n')
}

function storyHtml(story: EditionStory, words: EditionWords): string {
  const reports = story.reports.map((report) => `<li>${reportHtml(report, words)}</li>`)
  return [
    `<h3>${badge(story, words)}${link(story)}</h3>`,
    `<p><small>${escaped(storyMeta(story, words))}</small></p>`,
    ...(story.summary === '' ? [] : [`<p>${escaped(story.summary)}</p>`]),
    ...(reports.length === 0 ? [] : [`<ul>${reports.join('')}</ul>`]),
  ].join('\n')
}

function reportHtml(report: EditionReport, words: EditionWords): string {
  return `${escaped(report.sourceName)}: ${badge(report, words)}${link(report)}`
}

function badge({ isNew }: Pick<EditionReport, 'isNew'>, words: EditionWords): string {
  return isNew ? `<strong>${words.isNew}</strong> ` : ''
}

function link({ title, url, language }: Pick<EditionReport, 'title' | 'url' | 'language'>): string {
  const lang = language === null ? '' : ` lang="${escaped(language)}"`
  return `<a href="${escaped(url)}"${lang}>${escaped(title)}</a>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
