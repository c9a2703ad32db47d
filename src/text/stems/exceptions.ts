/** What a language's rules do to a folded word. */
type Rules = (folded: string) => string

/**
 * Makes one what the rules of a language leave apart, by primary subtag: endings that they forget, or that they take only
 * off a word which has no other one before it (`ciudades` gives `ciudad`, and that `ciud`).
 */
export const AFTER_RULES: Readonly<Record<string, (stem: string, rules: Rules) => string>> = {
  de: (stem) =>
    stem
      .replace(/inn$/, 'in')
      .replace(/eum$/, 'e')
      .replace(/eln$/, 'el')
      // Autos, Videos, Babys.
      .replace(/(?<=[^aeiou][aoiy]|eo)s$/, ''),
  es: (stem, rules) => rules(stem),
  // Lois, emplois; but mois is no form of moi.
  fr: (stem) => stem.replace(/(?<=(?:^[lr]|..)oi)s$/, ''),
  hu: (stem, rules) => rules(stem).replace(/(?<=...)[ae]$/, ''),
  // Huizen, brieven, mannen.
  nl: (stem) => withoutDoubling(stem).replace(/z$/, 's').replace(/v$/, 'f'),
  ro: romanianStem,
  sv: swedishStem,
  tr: (stem, rules) => rules(stem),
}

/** Endings with an article; vowels and consonants that change before an ending: seară, seri; școală, școli; stradă, străzi. */
function romanianStem(stem: string): string {
  return stem
    .replace(/(?<=...)(?:ul|el|ur|iu|i|u|e)$/, '')
    .replace(/(?<=..[^aeiou])[ae]$/, '')
    .replaceAll('oa', 'o')
    .replaceAll('ea', 'e')
    .replaceAll('ia', 'ie')
    .replace(/z$/, 'd')
}

/** Endings with an article: huset, flickan, museet; plurals without the vowel before their r: ministrar. */
function swedishStem(stem: string, rules: Rules): string {
  const bare = rules(stem).replace(/(?<=..)(?:et)+$|(?<=...)an$|(?<=[dst])r$/, '')
  return withoutDoubling(bare.replace(/eum$/, 'e'))
}

function withoutDoubling(stem: string): string {
  return stem.replace(/([^aeiou])\1$/, '$1')
}

/**
 * English plurals that no rule of endings knows, with their singulars; those that are as often another word
 * (`leaves`, `lives`, `bases`, `media`, `data`) are left out.
 */
const SINGULARS: ReadonlyMap<string, string> = new Map([
  ['children', 'child'],
  ['grandchildren', 'grandchild'],
  ['schoolchildren', 'schoolchild'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
  ['mice', 'mouse'],
  ['lice', 'louse'],
  ['oxen', 'ox'],
  ['wolves', 'wolf'],
  ['wives', 'wife'],
  ['housewives', 'housewife'],
  ['midwives', 'midwife'],
  ['knives', 'knife'],
  ['halves', 'half'],
  ['calves', 'calf'],
  ['loaves', 'loaf'],
  ['shelves', 'shelf'],
  ['bookshelves', 'bookshelf'],
  ['thieves', 'thief'],
  ['scarves', 'scarf'],
  ['hooves', 'hoof'],
  ['wharves', 'wharf'],
  ['elves', 'elf'],
  ['selves', 'self'],
  ['ourselves', 'ourself'],
  ['crises', 'crisis'],
  ['analyses', 'analysis'],
  ['diagnoses', 'diagnosis'],
  ['theses', 'thesis'],
  ['hypotheses', 'hypothesis'],
  ['syntheses', 'synthesis'],
  ['prognoses', 'prognosis'],
  ['neuroses', 'neurosis'],
  ['oases', 'oasis'],
  ['metamorphoses', 'metamorphosis'],
  ['criteria', 'criterion'],
  ['phenomena', 'phenomenon'],
  ['bacteria', 'bacterium'],
  ['referenda', 'referendum'],
  ['memoranda', 'memorandum'],
  ['nuclei', 'nucleus'],
  ['fungi', 'fungus'],
  ['cacti', 'cactus'],
  ['alumni', 'alumnus'],
  ['stimuli', 'stimulus'],
  ['indices', 'index'],
  ['matrices', 'matrix'],
  ['vertices', 'vertex'],
  ['vortices', 'vortex'],
  ['appendices', 'appendix'],
  ['larvae', 'larva'],
  ['vertebrae', 'vertebra'],
  ['formulae', 'formula'],
])

/** Words in `men` that are no plurals. */
const NO_MEN = new Set([
  'abdomen',
  'acumen',
  'albumen',
  'amen',
  'bitumen',
  'cyclamen',
  'dolmen',
  'foramen',
  'hymen',
  'lumen',
  'omen',
  'ramen',
  'regimen',
  'rumen',
  'semen',
  'specimen',
  'stamen',
  'turkmen',
  'yemen',
])

/** The singular of an English plural that is made without an ending; `undefined` for all other words. */
export function irregularSingular(folded: string): string | undefined {
  if (folded.endsWith('men')) return NO_MEN.has(folded) ? undefined : `${folded.slice(0, -2)}an`
  return SINGULARS.get(folded)
}

/**
 * Spanish and Portuguese nouns and adjectives in -ar, folded. The rules of both languages take -ar for the ending of a verb,
 * and would make `solar` a form of *solo*, `lunar` of *lunes*, `polar` of *polo*. Words that are verbs too are left out.
 */
const WORDS =
  /^(altar|angular|azucar|cardiovascular|celular|collar|dolar|ejemplar|escolar|espectacular|espetacular|familiar|hogar|insular|irregular|lugar|lunar|militar|molecular|muscular|nuclear|ocular|particular|peninsular|pilar|polar|popular|radar|rectangular|regular|secular|similar|singular|solar|vascular)(?:es)?$/

/** The singular of such a word, of its plural too; `undefined` for any other. */
export function singularInAr(folded: string): string | undefined {
  return WORDS.exec(folded)?.[1]
}
