/** The rules of a language: they give the stem of a folded word. */
type Rules = (folded: string) => string

/**
 * Corrections after the rules of a language, by primary subtag. They remove endings that the rules forget, or
 * that the rules remove only in a second pass (`ciudades` gives `ciudad`, and `ciudad` gives `ciud`).
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
  // Lois, emplois. But mois is not a form of moi.
  fr: (stem) => stem.replace(/(?<=(?:^[lr]|..)oi)s$/, ''),
  hu: (stem, rules) => rules(stem).replace(/(?<=...)[ae]$/, ''),
  // Huizen, brieven, mannen.
  nl: (stem) => withoutDoubling(stem).replace(/z$/, 's').replace(/v$/, 'f'),
  ro: romanianStem,
  sv: swedishStem,
  tr: (stem, rules) => rules(stem),
}

/**
 * Removes endings that contain an article, and unifies vowels and consonants that change before an ending:
 * seară, seri; școală, școli; stradă, străzi.
 */
function romanianStem(stem: string): string {
  return stem
    .replace(/(?<=...)(?:ul|el|ur|iu|i|u|e)$/, '')
    .replace(/(?<=..[^aeiou])[ae]$/, '')
    .replaceAll('oa', 'o')
    .replaceAll('ea', 'e')
    .replaceAll('ia', 'ie')
    .replace(/z$/, 'd')
}

/**
 * Removes endings that contain an article (huset, flickan, museet) and the r that the rules leave in plurals.
 */
function swedishStem(stem: string, rules: Rules): string {
  const bare = rules(stem).replace(/(?<=..)(?:et)+$|(?<=...)an$|(?<=[dst])r$/, '')
  return withoutDoubling(bare.replace(/eum$/, 'e'))
}

function withoutDoubling(stem: string): string {
  return stem.replace(/([^aeiou])\1$/, '$1')
}

/**
 * Irregular English plurals and their singulars. Plurals that are as often another word (`leaves`, `lives`,
 * `bases`, `media`, `data`) are left out.
 */
const SINGULARS: ReadonlyMap<string, string> = new Map(
  Array.from(
    (
      'children:child grandchildren:grandchild schoolchildren:schoolchild feet:foot teeth:tooth geese:goose ' +
      'mice:mouse lice:louse oxen:ox wolves:wolf wives:wife housewives:housewife midwives:midwife knives:knife ' +
      'halves:half calves:calf loaves:loaf shelves:shelf bookshelves:bookshelf thieves:thief scarves:scarf ' +
      'hooves:hoof wharves:wharf elves:elf selves:self ourselves:ourself crises:crisis analyses:analysis ' +
      'diagnoses:diagnosis theses:thesis hypotheses:hypothesis syntheses:synthesis prognoses:prognosis ' +
      'neuroses:neurosis oases:oasis metamorphoses:metamorphosis criteria:criterion phenomena:phenomenon ' +
      'bacteria:bacterium referenda:referendum memoranda:memorandum nuclei:nucleus fungi:fungus cacti:cactus ' +
      'alumni:alumnus stimuli:stimulus indices:index matrices:matrix vertices:vertex vortices:vortex ' +
      'appendices:appendix larvae:larva vertebrae:vertebra formulae:formula'
    ).matchAll(/(\w+):(\w+)/g),
    ([, plural = '', singular = '']) => [plural, singular] as const,
  ),
)

/** Words in `men` that are not plurals. */
const NO_MEN = new Set(
  (
    'abdomen acumen albumen amen bitumen cyclamen dolmen foramen hymen lumen omen ramen regimen rumen semen ' +
    'specimen stamen turkmen yemen'
  ).split(' '),
)

/** Gives the singular of an irregular English plural; `undefined` for all other words. */
export function irregularSingular(folded: string): string | undefined {
  if (folded.endsWith('men')) return NO_MEN.has(folded) ? undefined : `${folded.slice(0, -2)}an`
  return SINGULARS.get(folded)
}

/**
 * Spanish and Portuguese nouns and adjectives in -ar, folded. The rules of both languages read -ar as the
 * ending of a verb and would make `solar` a form of *solo*, `lunar` of *lunes* and `polar` of *polo*. Words
 * that are also verbs are left out.
 */
const WORDS =
  /^(altar|angular|azucar|cardiovascular|celular|collar|dolar|ejemplar|escolar|espectacular|espetacular|familiar|hogar|insular|irregular|lugar|lunar|militar|molecular|muscular|nuclear|ocular|particular|peninsular|pilar|polar|popular|radar|rectangular|regular|secular|similar|singular|solar|vascular)(?:es)?$/

/** Gives the singular of such a word or of its plural; `undefined` for other words. */
export function singularInAr(folded: string): string | undefined {
  return WORDS.exec(folded)?.[1]
}
