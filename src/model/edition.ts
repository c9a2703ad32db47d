import type { EditionLanguage } from './digest.ts'

/** An edition of a digest: what `/digest/NAME.json` answers. Times are RFC 3339. */
export interface Edition {
  /** Name of the digest. */
  readonly digest: string
  readonly title: string
  /** Its day in `timeZone`. */
  readonly date: string
  /** IANA name. */
  readonly timeZone: string
  readonly language: EditionLanguage
  /** When it was due. */
  readonly scheduledAt: string
  readonly madeAt: string
  /** Whether its time was missed and it was made up later. */
  readonly isLate: boolean
  /** Its stories have items that were first seen between these. */
  readonly from: string
  readonly until: string
  /** The edition that `isNew` compares with; `null` for the first one. */
  readonly previousDate: string | null
  readonly storyCount: number
  /** Stories that the previous edition did not have. */
  readonly newStoryCount: number
  readonly sections: readonly EditionSection[]
}

export interface EditionSection {
  /** Slug and name; `null` in an edition without sections. */
  readonly category: string | null
  readonly name: string | null
  readonly stories: readonly EditionStory[]
}

export interface EditionReport {
  readonly itemId: number
  readonly title: string
  /** Of the article, at its publisher. */
  readonly url: string
  readonly source: string
  readonly sourceName: string
  readonly language: string | null
  readonly publishedAt: string
  /** Whether it was first seen after the previous edition. */
  readonly isNew: boolean
}

export interface EditionStory extends Omit<EditionReport, 'isNew'> {
  readonly storyId: number
  readonly summary: string
  readonly author: string | null
  readonly category: string
  readonly score: number
  readonly itemCount: number
  readonly sourceCount: number
  /** Whether the previous edition did not have it. False for every story of the first edition. */
  readonly isNew: boolean
  /** Reports that were first seen after the previous edition, of a story that it had. */
  readonly newReportCount: number
  /** At most three further reports, of other sources. */
  readonly reports: readonly EditionReport[]
}
