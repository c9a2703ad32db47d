import * as z from 'zod'
import { EDITION_LANGUAGES } from './digest.ts'
import { Count, Day, type Encoded, Id, Slug, Time, Url } from './json-values.ts'

/** An element of the response of `/api/digests`. */
export const DigestBody = z
  .strictObject({
    name: Slug.describe('Its slug, in addresses.'),
    title: z.string().describe('Its title.'),
    url: Url.describe('Address of its newest edition.'),
    timeZone: z.string().describe('Where its times are meant, an IANA name.'),
    nextAt: Time.nullable().describe('When its next edition is made; null if it is no longer configured.'),
    editions: z
      .array(
        z.strictObject({
          date: Day.describe('Its day in the time zone of the digest.'),
          url: Url.describe('Its address.'),
          madeAt: Time.describe('When it was made.'),
          storyCount: Count.describe('Number of stories.'),
        }),
      )
      .describe('Past editions, newest first.'),
  })
  .meta({ id: 'Digest', description: 'A digest and its editions.' })

const reportShape = {
  itemId: Id.describe('Id of the item.'),
  title: z.string().describe('Its title.'),
  url: Url.describe('Its address at the publisher.'),
  source: Slug.describe('Id of the source that had it first.'),
  sourceName: z.string().describe('Name of that source.'),
  language: z.string().nullable().describe('Primary subtag of BCP 47; null if unknown.'),
  publishedAt: Time.describe('When it was published.'),
} as const

const EditionStoryBody = z
  .strictObject({
    ...reportShape,
    storyId: Id.describe('Id of the story.'),
    summary: z.string().describe('The best summary of its reports; may be empty.'),
    author: z.string().nullable().describe('Who wrote it; null if unknown.'),
    category: z.string().describe('Its category.'),
    score: z.number().describe('Its score, 0 to 100.'),
    itemCount: Count.describe('Reports of the story.'),
    sourceCount: Count.describe('Sources that report it.'),
    isNew: z.boolean().describe('Whether the edition before did not have the story.'),
    newReportCount: Count.describe('Reports that came after the edition before, which had the story.'),
    reports: z
      .array(
        z.strictObject({
          ...reportShape,
          isNew: z.boolean().describe('Whether it came after the edition before.'),
        }),
      )
      .describe('At most three further reports, of other sources.'),
  })
  .meta({ id: 'EditionStory', description: 'A story of an edition.' })

/** The response of `/digest/NAME.json`. */
export const EditionBody = z
  .strictObject({
    digest: Slug.describe('Name of the digest.'),
    title: z.string().describe('Title of the digest.'),
    date: Day.describe('Its day in the time zone of the digest.'),
    timeZone: z.string().describe('That time zone, an IANA name.'),
    language: z.enum(EDITION_LANGUAGES).describe('Language of the words around the stories.'),
    scheduledAt: Time.describe('When it was due.'),
    madeAt: Time.describe('When it was made.'),
    isLate: z.boolean().describe('Whether its time was missed, and it was made up.'),
    from: Time.describe('Its stories were first seen after this.'),
    until: Time.describe('Its stories were first seen before this.'),
    previousDate: Day.nullable().describe('Day of the edition before; null if there is none.'),
    storyCount: Count.describe('Number of stories.'),
    newStoryCount: Count.describe('Stories that the edition before did not have.'),
    sections: z
      .array(
        z.strictObject({
          category: z.string().nullable().describe('Slug of the category; null without sections.'),
          name: z.string().nullable().describe('Its name; null without sections.'),
          stories: z.array(EditionStoryBody).describe('Its stories.'),
        }),
      )
      .describe('One for each category, or one for all; none without stories.'),
  })
  .meta({ id: 'Edition', description: 'An edition of a digest. It is never changed.' })

export type Edition = Encoded<typeof EditionBody>
export type EditionSection = Edition['sections'][number]
export type EditionStory = EditionSection['stories'][number]
export type EditionReport = EditionStory['reports'][number]
