import { decodeHTML } from 'entities'

/** What a person sees of a piece of HTML, white space made single. */
export function visible(html: string | null | undefined): string {
  return single(decodeHTML((html ?? '').replace(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, '')))
}

export function single(text: string | null | undefined): string {
  return (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** One spelling for addresses that mean the same, made absolute with `base`; '' for none. */
export function address(url: string | null | undefined, base?: string): string {
  const text = (url ?? '').replace(/\s*[\r\n\t]\s*/g, '').trim()
  if (text === '') return ''
  return URL.canParse(text, base) ? new URL(text, base).href : text
}

/** RFC 3339 to the second, as the corpora write times; '' for none. */
export function second(at: number | undefined): string {
  return at === undefined ? '' : `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** A time as a corpus states it, in the same spelling. */
export function statedSecond(text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '' : second(Date.parse(text))
}

/** How many of how many, and which were not. */
export interface Tally {
  good: number
  all: number
}

export function newTally(): Tally {
  return { good: 0, all: 0 }
}

export function add(tally: Tally, good: boolean): boolean {
  tally.all++
  if (good) tally.good++
  return good
}

/** As `99.31 %`, rounded down: a figure never says more than was reached. */
export function percent({ good, all }: Tally): string {
  return all === 0 ? '-' : `${(Math.floor((good / all) * 10_000) / 100).toFixed(2)} %`
}

export function share({ good, all }: Tally): number {
  return all === 0 ? 1 : good / all
}
