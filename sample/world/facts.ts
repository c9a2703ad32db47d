import type { Random } from '../random.ts'
import { sameTranslations, type Translations } from '../texts/language.ts'
import { WORKS } from '../texts/lexicon/culture.ts'
import type { NamedEntities } from './named-entities.ts'
import {
  city,
  company,
  count,
  person,
  product,
  team,
  university,
  word,
  type RandomChoice,
} from './random-choices.ts'

export type Category = 'technology' | 'science' | 'business' | 'world' | 'culture' | 'sports'

/** A kind of event with its facts. `texts/` has its patterns in each language. */
export interface Kind {
  readonly category: Category
  /** How often it happens, relative to the others. */
  readonly frequency: number
  readonly slots: Readonly<Record<string, RandomChoice>>
}

/** Facts of an event by slot name, such as `boss` and `boss.last`. */
export type Facts = ReadonlyMap<string, Translations>

export function chooseFacts(kind: Kind, entities: NamedEntities, random: Random): Facts {
  const facts = new Map<string, Translations>()
  const taken = new Set<string>()
  for (const [slot, choose] of Object.entries(kind.slots)) {
    let chosen = choose(entities, random)
    // Two slots of one event should have different names: a company does not take over itself.
    for (let attempt = 0; attempt < 8 && taken.has(chosen['']?.en ?? ''); attempt += 1)
      chosen = choose(entities, random)
    taken.add(chosen['']?.en ?? '')
    for (const [suffix, value] of Object.entries(chosen))
      facts.set(suffix ? `${slot}.${suffix}` : slot, value)
  }
  // Every event has a place, which general sentences mention.
  const location = kind.slots['city'] ? undefined : city(entities, random)
  facts.set('place', location?.[''] ?? facts.get('city') ?? NOWHERE)
  facts.set('place.country', location?.['country'] ?? facts.get('city.country') ?? NOWHERE)
  return facts
}

/** Slots that features and columns may use. */
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

const NOWHERE = sameTranslations('')
