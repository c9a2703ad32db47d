import type { Cast } from './cast.ts'
import { city, company, count, person, product, team, university, word, type Draw } from './draws.ts'
import { sameForms, type Forms } from './language.ts'
import { WORKS } from './lexicon.ts'
import type { Random } from './random.ts'

export type Category = 'technology' | 'science' | 'business' | 'world' | 'culture' | 'sports'

/** A kind of event: which facts it has. Each language words it in `texts/`. */
export interface Kind {
  readonly category: Category
  /** How often it happens, relative to the others. */
  readonly frequency: number
  readonly slots: Readonly<Record<string, Draw>>
}

/** Facts of an event by slot name, as `boss` and `boss.last`. */
export type Facts = ReadonlyMap<string, Forms>

export function drawFacts(kind: Kind, cast: Cast, random: Random): Facts {
  const facts = new Map<string, Forms>()
  const taken = new Set<string>()
  for (const [slot, draw] of Object.entries(kind.slots)) {
    let drawn = draw(cast, random)
    // Two slots of one event never show the same name: a company does not take over itself.
    for (let attempt = 0; attempt < 8 && taken.has(drawn['']?.en ?? ''); attempt += 1)
      drawn = draw(cast, random)
    taken.add(drawn['']?.en ?? '')
    for (const [suffix, value] of Object.entries(drawn)) facts.set(suffix ? `${slot}.${suffix}` : slot, value)
  }
  // Every event has a place for general remarks, be it only a city of the region.
  const place = kind.slots['city'] ? undefined : city(cast, random)
  facts.set('place', place?.[''] ?? facts.get('city') ?? NOWHERE)
  facts.set('place.country', place?.['country'] ?? facts.get('city.country') ?? NOWHERE)
  return facts
}

/** What features and columns may mention. */
export const FEATURE_FACTS: Kind['slots'] = {
  city,
  person,
  company,
  product,
  university,
  work: word(WORKS),
  team,
  n: count(3, 60),
}

const NOWHERE = sameForms('')
