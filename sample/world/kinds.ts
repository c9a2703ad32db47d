import * as affairs from '../texts/lexicon/affairs.ts'
import * as culture from '../texts/lexicon/culture.ts'
import * as science from '../texts/lexicon/science.ts'
import type { Category, Kind } from './facts.ts'
import {
  bank,
  city,
  company,
  count,
  country,
  decimal,
  festival,
  millions,
  museum,
  percent,
  person,
  pharmaCompany,
  product,
  team,
  techCompany,
  university,
  word,
} from './random-choices.ts'

/** All kinds of events in the invented world. */
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
      service: word(affairs.SERVICES),
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
      data: word(affairs.DATA),
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
      find: word(science.FINDS),
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
      agency: word(science.AGENCIES),
      probe: word(science.PROBES),
      body: word(science.BODIES),
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
      illness: word(science.ILLNESSES),
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
      topic: word(affairs.TOPICS),
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
      storm: word(affairs.STORMS),
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
      office: word(affairs.OFFICES),
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
      work: word(culture.WORKS),
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
      object: word(culture.TREASURES),
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
      score: word(affairs.SCORES),
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

export const CATEGORIES: readonly Category[] = [
  ...new Set(Object.values(KINDS).map(({ category }) => category)),
]
