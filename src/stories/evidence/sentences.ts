import { THRESHOLD } from '../cluster/operating-point.ts'
import type { Evidence } from './evidence.ts'
import type { Nearest, Reason } from './nearest.ts'

/** Maximum number of texts in a sentence. */
const MAX_NAMED = 3

/** A sentence about what two items share: "Both name Bank of Japan and 1 %; 3 h apart." */
export function evidenceSentence(evidence: Evidence): string {
  const { isSamePublisher, isDated, hoursApart } = evidence
  const parts = [
    whatIsShared(evidence),
    ...(isSamePublisher ? ['one publisher'] : []),
    timeBetween(isDated, hoursApart),
  ]
  return `${parts.join('; ')}.`
}

function timeBetween(isDated: boolean, hoursApart: number): string {
  if (!isDated) return 'the age of one is unknown'
  return hoursApart === 0 ? 'at the same time' : `${spanText(hoursApart)} apart`
}

function whatIsShared({ isSameTitle, words }: Evidence): string {
  if (isSameTitle) return 'Both have the same title'
  if (words.length === 0) return 'No word in common'
  return `Both name ${listText(words.slice(0, MAX_NAMED).map(({ text }) => text))}`
}

/** A sentence about why two items were not joined. */
export function reasonSentence(
  { kind, words, otherWords }: Reason,
  { hoursApart, chance }: Pick<Nearest, 'hoursApart' | 'chance'>,
): string {
  switch (kind) {
    case 'daysApart':
      return `They are ${spanText(hoursApart)} apart; more than four days make two stories.`
    case 'columns':
      return 'Both titles name columns, which their sources use again and again.'
    case 'fewWords':
      return `They have little in common: ${listText(words)}.`
    case 'otherWords':
      return [
        ...(words.length > 0 ? [`Only this story names ${listText(words)}.`] : []),
        ...(otherWords.length > 0 ? [`Only the other names ${listText(otherWords)}.`] : []),
      ].join(' ')
    case 'otherNumbers':
      return `Their numbers differ: ${listText(words)} here, ${listText(otherWords)} there.`
    case 'hoursApart':
      return `They are ${spanText(hoursApart)} apart.`
    case 'samePublisher':
      return 'Both are from one source or publisher, which seldom reports an event twice.'
    case 'unsure':
      return `The chance that they report one event is ${percent(chance)}; a join takes about ${percent(NEEDED)}.`
    case 'others':
      return 'The two are alike enough now; they were not when they came, or the other reports of their stories are not.'
  }
}

/** The chance from which two single reports form a story. It varies with the collection by about 10 % either way. */
const NEEDED = Math.round(100 / (1 + Math.exp(-THRESHOLD))) / 100

function percent(chance: number): string {
  return chance < 0.01 ? 'below 1 %' : `${Math.round(100 * chance)} %`
}

function spanText(hours: number): string {
  if (hours < 1) return `${Math.round(60 * hours)} min`
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 2.4) / 10} days`
}

function listText(texts: readonly string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}
