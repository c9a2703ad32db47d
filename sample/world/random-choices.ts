import type { Organisation, Sector } from '../names/organisations.ts'
import type { Random } from '../random.ts'
import type { Translations } from '../texts/language.ts'
import { translateCount, translateDecimal, translateMillions, translatePercent } from '../texts/numbers.ts'
import type { NamedEntities } from './named-entities.ts'

/** The value of a slot. Its forms are keyed by suffix; '' is the form without a suffix. */
export type ChosenNames = Readonly<Record<string, Translations>>
export type RandomChoice = (entities: NamedEntities, random: Random) => ChosenNames

export const person: RandomChoice = ({ people }, random) => {
  const { full, last } = random.pick(people)
  return { '': full, last }
}
export const city: RandomChoice = ({ cities }, random) => {
  const { name, country } = random.pick(cities)
  return { '': name, country: country.name }
}
export const country: RandomChoice = ({ countries }, random) => ({ '': random.pick(countries).name })
export const company: RandomChoice = ({ companies }, random) => organisation(random.pick(companies))
export const techCompany = companyIn('technology')
export const pharmaCompany = companyIn('pharma')
export const university: RandomChoice = ({ universities }, random) => organisation(random.pick(universities))
export const museum: RandomChoice = ({ museums }, random) => organisation(random.pick(museums))
export const festival: RandomChoice = ({ festivals }, random) => organisation(random.pick(festivals))
export const team: RandomChoice = ({ teams }, random) => organisation(random.pick(teams))
export const bank: RandomChoice = ({ banks }, random) => {
  const chosen = random.pick(banks)
  return { ...organisation(chosen), country: chosen.country.name }
}
export const product: RandomChoice = ({ products }, random) => ({ '': random.pick(products) })

function organisation({ full, short }: Organisation): ChosenNames {
  return { '': full, short }
}

function companyIn(sector: Sector): RandomChoice {
  return ({ companies }, random) =>
    organisation(random.pick(companies.filter((company) => company.sector === sector)))
}

export function word(list: readonly Translations[]): RandomChoice {
  return (_, random) => ({ '': random.pick(list) })
}

/** Whole numbers with at most three significant digits, as reporters round them. */
export function count(min: number, max: number): RandomChoice {
  return (_, random) => {
    const value = Math.round(min * (max / min) ** random.next())
    const step = 10 ** Math.max(0, String(value).length - 3)
    return { '': translateCount(Math.round(value / step) * step) }
  }
}

export function percent(min: number, max: number): RandomChoice {
  return (_, random) => ({ '': translatePercent(random.int(min * 10, max * 10)) })
}

export function millions(min: number, max: number): RandomChoice {
  return (_, random) => {
    const value = min * (max / min) ** random.next()
    return { '': translateMillions(value < 1000 ? Math.round(value) : Math.round(value / 100) * 100) }
  }
}

export function decimal(min: number, max: number): RandomChoice {
  return (_, random) => ({ '': translateDecimal(random.int(min * 10, max * 10)) })
}
