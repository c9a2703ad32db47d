import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Newsroom } from '../../sample/newsroom.ts'

/** Outlets that share news in one language, and collections of links to them, which have engagement. */
const OUTLETS = [
  'harbor-herald',
  'meridian-wire',
  'meridian-minutes',
  'northfield-post',
  'southern-beacon',
  'kestrel-valley-courier',
  'circuit-garden',
  'bitfoundry',
  'signal-and-solder',
  'linkpile',
  'commonplace',
  'morgenkurier',
  'technikwarte',
  'netzlese',
]

/** Rules of two times of a trial. */
export const TAG = '[{ when: { title: [the, a, die, der] }, then: { addTags: seen, region: eu } }]'
export const DROP = '[{ when: { title: [new, how, why] }, then: drop }]'

/** What changes in the settings while clients follow. */
export interface Choices {
  /** The source that is renamed, moved to other categories and weighted otherwise. */
  name: string
  category: string
  weight: number
  rules: string
  maxItemsPerSource: number
  /** Left out of the sources. */
  without: string
}

export class NewsroomSettings {
  readonly choices: Choices = {
    name: 'Bitfoundry',
    category: 'technology',
    weight: 1,
    rules: '[]',
    maxItemsPerSource: 60,
    without: '',
  }
  readonly file: string
  readonly #newsroom: Newsroom
  readonly #more: string

  /** @param more whole lines of YAML */
  constructor(folder: string, newsroom: Newsroom, more = '') {
    this.file = join(folder, 'digest.yaml')
    this.#newsroom = newsroom
    this.#more = more
    this.write({})
  }

  write(chosen: Partial<Choices>): void {
    const { name, category, weight, rules, maxItemsPerSource, without } = Object.assign(this.choices, chosen)
    const sources = this.#newsroom.sources
      .filter(({ id }) => OUTLETS.includes(id) && id !== without)
      .map((source) => {
        const { id, url, language } = source
        const own = id === 'bitfoundry' ? { name, category, weight } : source
        return `  - { id: ${id}, name: ${own.name}, url: '${url}', category: ${own.category}, region: ${source.region}, language: ${language}, weight: ${own.weight}, every: 2m }\n`
      })
    // The service looks at the file many times a second, and must not see a part of it.
    writeFileSync(
      `${this.file}.new`,
      `${this.#more}retention: { maxItemsPerSource: ${maxItemsPerSource} }\nlog: { level: warn }\ncollect: { allowAddresses: [127.0.0.0/8], thumbnails: false }\nrules: ${rules}\nsources:\n${sources.join('')}`,
    )
    renameSync(`${this.file}.new`, this.file)
  }
}
