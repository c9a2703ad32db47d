import { countedIn } from './counted.ts'
import type { EditionLanguage } from './digest.ts'

const enCounted = countedIn('en-GB')
const en = {
  locale: 'en-GB',
  isNew: 'New',
  stories: (count: number) => enCounted(count, 'story', 'stories'),
  newStories: (count: number) => `${count.toLocaleString('en-GB')} new`,
  sources: (count: number) => enCounted(count, 'source', 'sources'),
  newReports: (count: number) => enCounted(count, 'new report', 'new reports'),
  sinceLast: 'since the last edition',
  empty: 'No news in this time.',
  late: (due: string, made: string) => `Due at ${due} and made up at ${made}: its time was missed.`,
  onTheWeb: 'This edition on the web',
  allReports: 'All reports',
  first: 'The first edition comes on',
  editions: 'Editions',
  unsubscribe: 'To get no more of these mails, answer the sender.',
} as const

/** The words around the stories of an edition. */
export type EditionWords = { readonly [Key in keyof typeof en]: Widened<(typeof en)[Key]> }
type Widened<Value> = Value extends string ? string : Value

const deCounted = countedIn('de-DE')
const de: EditionWords = {
  locale: 'de-DE',
  isNew: 'Neu',
  stories: (count) => deCounted(count, 'Thema', 'Themen'),
  newStories: (count) => `${count.toLocaleString('de-DE')} neu`,
  sources: (count) => deCounted(count, 'Quelle', 'Quellen'),
  newReports: (count) => deCounted(count, 'neuer Bericht', 'neue Berichte'),
  sinceLast: 'seit der letzten Ausgabe',
  empty: 'Keine Nachrichten in dieser Zeit.',
  late: (due, made) => `Fällig um ${due}, nachgeholt um ${made}: Die Zeit wurde verpasst.`,
  onTheWeb: 'Diese Ausgabe im Web',
  allReports: 'Alle Berichte',
  first: 'Die erste Ausgabe erscheint am',
  editions: 'Ausgaben',
  unsubscribe: 'Um diese Mails nicht mehr zu bekommen, antworte dem Absender.',
}

const frCounted = countedIn('fr-FR')
const fr: EditionWords = {
  locale: 'fr-FR',
  isNew: 'Nouveau',
  stories: (count) => frCounted(count, 'sujet', 'sujets'),
  newStories: (count) => frCounted(count, 'nouveau', 'nouveaux'),
  sources: (count) => frCounted(count, 'source', 'sources'),
  newReports: (count) => frCounted(count, 'nouvel article', 'nouveaux articles'),
  sinceLast: 'depuis la dernière édition',
  empty: 'Pas de nouvelles dans cette période.',
  late: (due, made) => `Prévue à ${due} et faite à ${made} : son heure a été manquée.`,
  onTheWeb: 'Cette édition sur le web',
  allReports: 'Tous les articles',
  first: 'La première édition paraîtra le',
  editions: 'Éditions',
  unsubscribe: 'Pour ne plus recevoir ces messages, répondez à l’expéditeur.',
}

export const EDITION_WORDS: Readonly<Record<EditionLanguage, EditionWords>> = { en, de, fr }
