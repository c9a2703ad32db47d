import type { EditionLanguage } from './digest.ts'

function counted(count: number, one: string, many: string, locale: string): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`
}

const en = {
  locale: 'en-GB',
  isNew: 'New',
  stories: (count: number) => counted(count, 'story', 'stories', 'en-GB'),
  newStories: (count: number) => `${count.toLocaleString('en-GB')} new`,
  sources: (count: number) => counted(count, 'source', 'sources', 'en-GB'),
  newReports: (count: number) => counted(count, 'new report', 'new reports', 'en-GB'),
  sinceLast: 'since the last edition',
  empty: 'No news in this time.',
  late: (due: string, made: string) => `Due at ${due} and made up at ${made}: its time was missed.`,
  onTheWeb: 'This edition on the web',
  allReports: 'All reports',
  editions: 'Editions',
  unsubscribe: 'To get no more of these mails, answer the sender.',
} as const

/** The words around the stories of an edition. */
export type EditionWords = { readonly [Key in keyof typeof en]: Widened<(typeof en)[Key]> }
type Widened<Value> = Value extends string ? string : Value

const de: EditionWords = {
  locale: 'de-DE',
  isNew: 'Neu',
  stories: (count) => counted(count, 'Thema', 'Themen', 'de-DE'),
  newStories: (count) => `${count.toLocaleString('de-DE')} neu`,
  sources: (count) => counted(count, 'Quelle', 'Quellen', 'de-DE'),
  newReports: (count) => counted(count, 'neuer Bericht', 'neue Berichte', 'de-DE'),
  sinceLast: 'seit der letzten Ausgabe',
  empty: 'Keine Nachrichten in dieser Zeit.',
  late: (due, made) => `Fällig um ${due}, nachgeholt um ${made}: Die Zeit wurde verpasst.`,
  onTheWeb: 'Diese Ausgabe im Web',
  allReports: 'Alle Berichte',
  editions: 'Ausgaben',
  unsubscribe: 'Um diese Mails nicht mehr zu bekommen, antworte dem Absender.',
}

export const EDITION_WORDS: Readonly<Record<EditionLanguage, EditionWords>> = { en, de }
