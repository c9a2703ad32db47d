import { contentRank, type Language } from './words.ts'

/** The texts of an invented item. */
export interface ArticleText {
  readonly title: string
  /** The beginning of the text, at most 300 characters. */
  readonly summary: string
  readonly html: string
  readonly text: string
  readonly words: number
}

/** The topic of an item: ranks of words that its texts repeat. */
export type Topic = readonly number[]

interface TextOptions {
  readonly language: Language
  readonly topic: Topic
  /** Approximate number of characters. */
  readonly length: number
  /** Whether the text has paragraphs, links and emphasis, as HTML. */
  readonly isMarkedUp: boolean
  /** An image at the beginning of the text. */
  readonly imageUrl: string | null
}

const SUMMARY_LENGTH = 300
const PARAGRAPH_SENTENCES = 4
const LETTERS_PER_WORD = 5.5
/** Shares of words that belong to the topic. */
const IN_TITLE = 0.45
const IN_TEXT = 0.12

/** Draws the topic of an item. */
export function inventTopic(language: Language, random: () => number): Topic {
  return Array.from({ length: 8 }, () => contentRank(language, random))
}

export function inventText(options: TextOptions, random: () => number): ArticleText {
  const { language, topic } = options
  const isHan = language.code === 'zh'
  const words = Math.max(6, Math.round(options.length / (isHan ? 2 : LETTERS_PER_WORD)))
  const titleWords = 5 + Math.floor(random() * 7)
  const title = capitalised(sentence(language, topic, titleWords, IN_TITLE, random))
  const sentences: string[] = []
  for (let left = words; left > 0;) {
    const length = Math.min(left, 8 + Math.floor(random() * 16))
    const said = sentence(language, topic, length, IN_TEXT, random)
    sentences.push(`${capitalised(said)}${isHan ? '。' : '.'}`)
    left -= length
  }
  const text = sentences.join(' ')
  const html = options.isMarkedUp ? markUp(sentences, options.imageUrl, random) : text
  return { title, summary: cut(text), html, text, words: words + titleWords }
}

function sentence(
  language: Language,
  topic: Topic,
  length: number,
  share: number,
  random: () => number,
): string {
  const ranks = Array.from({ length }, () =>
    random() < share ? (topic[Math.floor(random() * topic.length)] ?? 1) : language.rank(random),
  )
  return language.text(ranks, random)
}

/** HTML as in feeds: paragraphs, some links, an image first. */
function markUp(sentences: readonly string[], imageUrl: string | null, random: () => number): string {
  let html = imageUrl === null ? '' : `<p><img src="${imageUrl}" alt=""></p>`
  for (let at = 0; at < sentences.length; at += PARAGRAPH_SENTENCES) {
    const marked = sentences.slice(at, at + PARAGRAPH_SENTENCES).map((said) => {
      const kind = random()
      if (kind < 0.15) return `<a href="https://www.reference.example/${said.length}/${at}">${said}</a>`
      return kind < 0.2 ? `<strong>${said}</strong>` : said
    })
    html += `<p>${marked.join(' ')}</p>`
  }
  return html
}

function cut(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text
  const space = text.lastIndexOf(' ', SUMMARY_LENGTH - 1)
  return `${text.slice(0, space > SUMMARY_LENGTH / 2 ? space : SUMMARY_LENGTH - 1)}…`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
