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

export function readOracle(): OracleFeed[] {
  return corpusLines<OracleFeed>('feeds/oracle-feedparser.jsonl')
}
