import type { Cast } from './cast.ts'
import { countForms, decimalForms, millionForms, percentForms } from './figures.ts'
import { sameForms, type Forms } from './language.ts'
import * as lexicon from './lexicon.ts'
import type { Organisation, Sector } from './names/organisations.ts'
import type { Random } from './random.ts'

export type Category = 'technology' | 'science' | 'business' | 'world' | 'culture' | 'sports'

/** What is drawn for a slot: its forms by suffix, '' being the slot's own name. */
type Drawn = Readonly<Record<string, Forms>>
type Draw = (cast: Cast, random: Random) => Drawn

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
  city: (cast, random) => city(cast, random),
  person: (cast, random) => person(cast, random),
  company: (cast, random) => company(cast, random),
  product: (cast, random) => product(cast, random),
  university: (cast, random) => university(cast, random),
  work: word(lexicon.WORKS),
  team: (cast, random) => team(cast, random),
  n: count(3, 60),
}

const NOWHERE = sameForms('')

const person: Draw = ({ people }, random) => {
  const { full, last } = random.pick(people)
  return { '': full, last }
}
const city: Draw = ({ cities }, random) => {
  const { name, country } = random.pick(cities)
  return { '': name, country: country.name }
}
const country: Draw = ({ countries }, random) => ({ '': random.pick(countries).name })
const company: Draw = ({ companies }, random) => organisation(random.pick(companies))
const techCompany = companyIn('technology')
const pharmaCompany = companyIn('pharma')
const university: Draw = ({ universities }, random) => organisation(random.pick(universities))
const museum: Draw = ({ museums }, random) => organisation(random.pick(museums))
const festival: Draw = ({ festivals }, random) => organisation(random.pick(festivals))
const team: Draw = ({ teams }, random) => organisation(random.pick(teams))
const bank: Draw = ({ banks }, random) => {
  const drawn = random.pick(banks)
  return { ...organisation(drawn), country: drawn.country.name }
}
const product: Draw = ({ products }, random) => ({ '': random.pick(products) })

function organisation({ full, short }: Organisation): Drawn {
  return { '': full, short }
}

function companyIn(sector: Sector): Draw {
  return ({ companies }, random) =>
    organisation(random.pick(companies.filter((company) => company.sector === sector)))
}

function word(list: readonly Forms[]): Draw {
  return (_, random) => ({ '': random.pick(list) })
}

/** Whole numbers with at most three leading figures, as reporters round them. */
function count(min: number, max: number): Draw {
  return (_, random) => {
    const value = Math.round(min * (max / min) ** random.next())
    const step = 10 ** Math.max(0, String(value).length - 3)
    return { '': countForms(Math.round(value / step) * step) }
  }
}

function percent(min: number, max: number): Draw {
  return (_, random) => ({ '': percentForms(random.int(min * 10, max * 10)) })
}

function millions(min: number, max: number): Draw {
  return (_, random) => {
    const value = min * (max / min) ** random.next()
    return { '': millionForms(value < 1000 ? Math.round(value) : Math.round(value / 100) * 100) }
  }
}

function decimal(min: number, max: number): Draw {
  return (_, random) => ({ '': decimalForms(random.int(min * 10, max * 10)) })
}

export const KINDS = {
  launch: {
    category: 'technology',
    frequency: 3,
    slots: {
      maker: techCompany,
      product,
      city,
      boss: person,
      price: count(80, 2400),
      buyers: count(20_000, 900_000),
    },
  },
  outage: {
    category: 'technology',
    frequency: 2,
    slots: {
      company: techCompany,
      service: word(lexicon.SERVICES),
      users: count(200_000, 9_000_000),
      hours: count(2, 14),
      boss: person,
      city,
    },
  },
  breach: {
    category: 'technology',
    frequency: 2,
    slots: {
      company: techCompany,
      data: word(lexicon.DATA),
      people: count(30_000, 6_000_000),
      expert: person,
      city,
      weeks: count(2, 30),
    },
  },
  chip: {
    category: 'technology',
    frequency: 2,
    slots: {
      university,
      company: techCompany,
      lead: person,
      saving: percent(20, 80),
      size: count(2, 90),
      city,
    },
  },
  discovery: {
    category: 'science',
    frequency: 3,
    slots: {
      find: word(lexicon.FINDS),
      university,
      lead: person,
      city,
      years: count(2_000, 900_000),
      metres: count(4, 90),
    },
  },
  mission: {
    category: 'science',
    frequency: 2,
    slots: {
      agency: word(lexicon.AGENCIES),
      probe: word(lexicon.PROBES),
      body: word(lexicon.BODIES),
      lead: person,
      days: count(90, 1_900),
      cost: millions(140, 3_000),
    },
  },
  trial: {
    category: 'science',
    frequency: 3,
    slots: {
      university,
      company: pharmaCompany,
      illness: word(lexicon.ILLNESSES),
      patients: count(120, 9_000),
      cut: percent(18, 74),
      lead: person,
    },
  },
  takeover: {
    category: 'business',
    frequency: 3,
    slots: {
      buyer: company,
      target: company,
      price: millions(200, 40_000),
      boss: person,
      staff: count(800, 40_000),
      city,
    },
  },
  results: {
    category: 'business',
    frequency: 3,
    slots: {
      company,
      profit: millions(40, 6_000),
      change: percent(3, 48),
      boss: person,
      sales: millions(400, 30_000),
      city,
    },
  },
  layoffs: {
    category: 'business',
    frequency: 2,
    slots: { company, jobs: count(300, 9_000), share: percent(4, 28), city, boss: person, union: person },
  },
  rates: {
    category: 'business',
    frequency: 1,
    slots: { bank, rate: percent(1, 8), inflation: percent(1, 9), governor: person, analyst: person },
  },
  election: {
    category: 'world',
    frequency: 2,
    slots: { country, winner: person, loser: person, share: percent(44, 61), turnout: percent(48, 86), city },
  },
  summit: {
    category: 'world',
    frequency: 2,
    slots: {
      city,
      first: country,
      second: country,
      topic: word(lexicon.TOPICS),
      envoy: person,
      years: count(3, 40),
    },
  },
  quake: {
    category: 'world',
    frequency: 2,
    slots: {
      city,
      magnitude: decimal(5, 7),
      injured: count(20, 900),
      homes: count(200, 20_000),
      mayor: person,
      depth: count(6, 60),
    },
  },
  storm: {
    category: 'world',
    frequency: 2,
    slots: {
      storm: word(lexicon.STORMS),
      city,
      homes: count(4_000, 800_000),
      wind: count(110, 230),
      official: person,
      evacuated: count(900, 90_000),
    },
  },
  resignation: {
    category: 'world',
    frequency: 2,
    slots: {
      minister: person,
      office: word(lexicon.OFFICES),
      country,
      successor: person,
      months: count(4, 50),
      sum: millions(2, 90),
    },
  },
  award: {
    category: 'culture',
    frequency: 3,
    slots: {
      festival,
      work: word(lexicon.WORKS),
      winner: person,
      jury: person,
      entries: count(12, 900),
      purse: count(5_000, 90_000),
    },
  },
  theft: {
    category: 'culture',
    frequency: 2,
    slots: {
      museum,
      object: word(lexicon.TREASURES),
      worth: millions(2, 60),
      detective: person,
      minutes: count(3, 40),
      city,
    },
  },
  final: {
    category: 'sports',
    frequency: 5,
    slots: {
      winner: team,
      loser: team,
      score: word(lexicon.SCORES),
      scorer: person,
      crowd: count(8_000, 80_000),
      coach: person,
      minute: count(46, 94),
    },
  },
  transfer: {
    category: 'sports',
    frequency: 4,
    slots: {
      player: person,
      from: team,
      to: team,
      fee: millions(2, 110),
      coach: person,
      goals: count(6, 38),
    },
  },
} as const satisfies Record<string, Kind>

export type KindId = keyof typeof KINDS

export const KIND_IDS = Object.keys(KINDS) as KindId[]
