import { corpusLines } from './corpus-folder.ts'

export interface OracleItem {
  readonly id: string | null
  readonly link: string | null
  readonly title: string | null
  readonly published: string | null
  readonly updated: string | null
}

/** What another reader makes of a captured feed. It is an oracle, not the truth. */
export interface OracleFeed {
  readonly file: string
  readonly items: readonly OracleItem[]
}

/**
 * Whether a link counts clicks for a feed proxy. The oracle gives these as they stand, where we give the article's own address that stands
 * beside them: of such a link it tells nothing.
 */
export function countsClicks(link: string): boolean {
  return /\/~r\/|^https?:\/\/(?:feeds|rss)\.[^?]*\?m=\d+$|\/\/www\.pheedo\.com\/click/.test(link)
}

export function readOracle(): OracleFeed[] {
  return corpusLines<OracleFeed>('feeds/oracle-feedparser.jsonl')
}
