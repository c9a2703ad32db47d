import { endingsOf } from './endings.ts'

/*
 * Light stems for Finnish and Estonian: the cases of nouns and adjectives, without clitics. One ending goes, then the vowel
 * that joins it; then the end of the stem, which changes as its syllable opens and closes, is made one: kaupunki,
 * kaupungin; katu, kadun; linn, linna.
 */

/** Letters of a word that stay. */
const LEAST = 3

/** Without marks, ä is a and ö is o, so that each ending has one form. Those of vowels and n are the case of "into". */
const takeFinnish = endingsOf(
  'n t a ssa sta lla lta lle na ksi ta issa ista illa ilta ille ina iksi aan een iin oon uun yyn ' +
    'ien jen ten iden oiden ita oita ihin oihin seen siin',
  LEAST,
)

/** @param folded without marks */
export function finnishStem(folded: string): string {
  // After these, what looks like an ending is the end of the word: hinta, valta, ranta.
  const bare = /[lnr]ta$/.test(folded) ? folded.slice(0, -1) : takeFinnish(folded)
  const stem = bare
    // Suomalainen, suomalaisen.
    .replace(/(?<=..[^i])i(?:nen|nee?|se?)$/, '')
    .replace(/(?<=.a)i(?:nen|nee?|se)$/, 'is')
    .replace(/(?<=..[^aeiouy])(?:[aeiouy]?j?[aeiouy]{1,2}|[aeiouy]j)$/, '')
    // Hallitus, hallituksen; turvallisuus, turvallisuuden; talous, talouden.
    .replace(/(?<=..[^aeiouy])(?:(?:[ao]|[uy]{1,2})k?s|[uy]{1,2}(?:d|tt?))$/, '')
    .replace(/(?<=...[uy])(?:ks|d|tt?)$/, 's')
  return FINNISH_ENDS.reduce((text, [weak, strong]) => text.replace(weak, strong), stem)
}

/** How a stem ends where its syllable closes, and where it is open. */
const FINNISH_ENDS: readonly (readonly [weak: RegExp, strong: string])[] = [
  [/ng$/, 'nk'],
  [/nn$/, 'nt'],
  [/mm$/, 'mp'],
  [/ll$/, 'lt'],
  [/rr$/, 'rt'],
  [/(?<=..)kk$/, 'k'],
  [/(?<=..)(?:pp|v)$/, 'p'],
  [/(?<=.[aeiouyhlnr])(?:tt|d)$/, 't'],
]

const takeEstonian = endingsOf(
  'a e i u ga ni na ta sse ss ad ed id ud de te ade ede ide ate ude ades ale ele ile ule as es is us ast est ist ust ' +
    'al el il ul alt elt ilt ult aks eks iks uks aga ega iga uga asse esse isse usse et it ut dele tele idele dest idest des ides ' +
    'lane lase last laste lased lastele lasi',
  LEAST,
)

/** @param folded without marks */
export function estonianStem(folded: string): string {
  return takeEstonian(folded)
    .replace(/(?<=...)us$/, '')
    .replace(/d$/, 't')
    .replace(/(?<=...t)er$/, 'r')
    .replace(/(.)\1$/, '$1')
}
