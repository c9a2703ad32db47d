import {
  centralBankOf,
  festivalOf,
  inventCompanies,
  inventProduct,
  museumOf,
  teamOf,
  universityOf,
  type Company,
  type Organisation,
} from '../names/organisations.ts'
import { inventPerson, type Person } from '../names/people.ts'
import { CITIES, COUNTRIES, type City, type Country } from '../names/places.ts'
import { randomFor } from '../random.ts'
import type { Translations } from '../texts/language.ts'

/** The people, organisations and places of one world. Events choose among them, so that names recur. */
export interface NamedEntities {
  readonly cities: readonly City[]
  readonly countries: readonly Country[]
  readonly people: readonly Person[]
  readonly companies: readonly Company[]
  readonly universities: readonly Organisation[]
  readonly museums: readonly Organisation[]
  readonly festivals: readonly Organisation[]
  readonly teams: readonly Organisation[]
  readonly banks: readonly (Organisation & { readonly country: Country })[]
  readonly products: readonly Translations[]
}

const PEOPLE_COUNT = 220
const PRODUCT_COUNT = 40

export function namedEntitiesOf(seed: string): NamedEntities {
  const random = randomFor(seed, 'cast')
  return {
    cities: CITIES,
    countries: COUNTRIES,
    people: Array.from({ length: PEOPLE_COUNT }, () => inventPerson(random)),
    companies: inventCompanies(random),
    universities: random.shuffle(CITIES).slice(0, 18).map(universityOf),
    museums: random
      .shuffle(CITIES)
      .slice(0, 14)
      .map((city) => museumOf(city, random)),
    festivals: random
      .shuffle(CITIES)
      .slice(0, 14)
      .map((city) => festivalOf(city, random)),
    teams: CITIES.map((city) => teamOf(city, random)),
    banks: COUNTRIES.map((country) => ({ ...centralBankOf(country), country })),
    products: Array.from({ length: PRODUCT_COUNT }, () => inventProduct(random)),
  }
}
