import { isNear, type NamedStory } from './named-story.ts'
import { type CarrierLookup, carriersIn, shareable, sharersOf, type Shared, type Span } from './sharing.ts'

/**
 * Two stories tell the same from this strength on: about three rare names in common, and few others that they
 * could share.
 */
const STRONG = 1.4

/** Most names of a kin that are shown. */
const MOST_SHOWN = 8

/** Most stories that are read to be compared, those that share most. */
const MOST_COMPARED = 24

/** Most kin that are asked for kin of their own: so a report without names is found through a fuller one. */
const MOST_ASKED = 4

/** A story of another language that tells the same. */
export interface Kin {
  readonly storyId: number
  /** As the story asked for writes them, those that say most first; none where a third story joins the two. */
  readonly sharedNames: readonly string[]
}

/**
 * Finds the stories that tell in other languages what this one tells, those that share most first.
 *
 * @param read reads stories of the span by their ids; one that is gone is left out
 */
export async function findKin(
  story: NamedStory,
  span: Span,
  read: (storyIds: readonly number[]) => Promise<readonly NamedStory[]>,
): Promise<Kin[]> {
  const carriers = carriersIn(span)
  const found = new Map<number, Kin>()
  const direct = await strongest(story, carriers, read)
  for (const { other, names } of direct) found.set(other.storyId, kinBy(other, names))
  for (const { other: between } of direct.slice(0, MOST_ASKED)) {
    for (const { other } of await strongest(between, carriers, read)) {
      if (other.storyId === story.storyId || found.has(other.storyId) || sharesLanguage(other, story))
        continue
      if (other.times.some((at) => isNear(at, story))) found.set(other.storyId, kinBy(other, []))
    }
  }
  return [...found.values()]
}

function kinBy({ storyId }: NamedStory, names: Shared['names']): Kin {
  const written = names.toSorted((a, b) => b.weight - a.weight).map(({ name }) => name.text)
  return { storyId, sharedNames: written.slice(0, MOST_SHOWN) }
}

interface Strong {
  readonly other: NamedStory
  readonly names: Shared['names']
  readonly strength: number
}

async function strongest(
  story: NamedStory,
  carriers: CarrierLookup,
  read: (storyIds: readonly number[]) => Promise<readonly NamedStory[]>,
): Promise<Strong[]> {
  const sharers = sharersOf(story, carriers)
    .filter(({ mass }) => mass >= STRONG)
    .slice(0, MOST_COMPARED)
  if (sharers.length === 0) return []
  const own = shareable(story, carriers)
  const others = new Map((await read(sharers.map(({ storyId }) => storyId))).map((one) => [one.storyId, one]))
  return sharers
    .flatMap(({ storyId, names, mass }) => {
      const other = others.get(storyId)
      if (other === undefined) return []
      // Two stories of the same people share names too: what counts is how much of what they could share they do share.
      const part = Math.min(1, mass / Math.max(mass / 4, Math.min(own, shareable(other, carriers))))
      return mass * part < STRONG ? [] : [{ other, names, strength: mass * part }]
    })
    .toSorted((a, b) => b.strength - a.strength || a.other.storyId - b.other.storyId)
}

function sharesLanguage(one: NamedStory, other: NamedStory): boolean {
  return one.languages.some((language) => other.languages.includes(language))
}
