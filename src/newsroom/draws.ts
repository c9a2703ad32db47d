import type { Cast } from './cast.ts'
import { countForms, decimalForms, millionForms, percentForms } from './figures.ts'
import type { Forms } from './language.ts'
import type { Organisation, Sector } from './names/organisations.ts'
import type { Random } from './random.ts'

/** What is drawn for a slot: its forms by suffix, '' being the slot's own name. */
export type Drawn = Readonly<Record<string, Forms>>
export type Draw = (cast: Cast, random: Random) => Drawn

export const person: Draw = ({ people }, random) => {
  const { full, last } = random.pick(people)
  return { '': full, last }
}
export const city: Draw = ({ cities }, random) => {
  const { name, country } = random.pick(cities)
  return { '': name, country: country.name }
}
export const country: Draw = ({ countries }, random) => ({ '': random.pick(countries).name })
export const company: Draw = ({ companies }, random) => organisation(random.pick(companies))
export const techCompany = companyIn('technology')
export const pharmaCompany = companyIn('pharma')
export const university: Draw = ({ universities }, random) => organisation(random.pick(universities))
export const museum: Draw = ({ museums }, random) => organisation(random.pick(museums))
export const festival: Draw = ({ festivals }, random) => organisation(random.pick(festivals))
export const team: Draw = ({ teams }, random) => organisation(random.pick(teams))
export const bank: Draw = ({ banks }, random) => {
  const drawn = random.pick(banks)
  return { ...organisation(drawn), country: drawn.country.name }
}
export const product: Draw = ({ products }, random) => ({ '': random.pick(products) })

function organisation({ full, short }: Organisation): Drawn {
  return { '': full, short }
}

function companyIn(sector: Sector): Draw {
  return ({ companies }, random) =>
    organisation(random.pick(companies.filter((company) => company.sector === sector)))
}

export function word(list: readonly Forms[]): Draw {
  return (_, random) => ({ '': random.pick(list) })
}

/** Whole numbers with at most three leading figures, as reporters round them. */
export function count(min: number, max: number): Draw {
  return (_, random) => {
    const value = Math.round(min * (max / min) ** random.next())
    const step = 10 ** Math.max(0, String(value).length - 3)
    return { '': countForms(Math.round(value / step) * step) }
  }
}

export function percent(min: number, max: number): Draw {
  return (_, random) => ({ '': percentForms(random.int(min * 10, max * 10)) })
}

export function millions(min: number, max: number): Draw {
  return (_, random) => {
    const value = min * (max / min) ** random.next()
    return { '': millionForms(value < 1000 ? Math.round(value) : Math.round(value / 100) * 100) }
  }
}

export function decimal(min: number, max: number): Draw {
  return (_, random) => ({ '': decimalForms(random.int(min * 10, max * 10)) })
}
