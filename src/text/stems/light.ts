/*
 * Light stems for languages without a Snowball stemmer. Each stemmer is a small table of the endings of nouns
 * and adjectives. Suffixes that make another word stay.
 */

/** Minimum length of a Baltic or Finnic stem, in letters. */
const MIN_STEM = 3

/** Takes a word without accents, with σ also at the end. */
const greekStem = endingsOf(
  'α ασ ο οσ ου ουσ οι ων η ησ ε εσ ι ια ιασ ιεσ ιου ιων ιο εισ εωσ εων ατα ατοσ ατων αι',
  2,
)

const PERSIAN_ENDINGS: readonly RegExp[] = [
  /(?<=..)ها(?:ی(?:ی|ش|م|ت|شان|مان|تان)?)?$/u,
  /(?<=...)تر(?:ین)?$/u,
  /(?<=...)ی$/u,
  /(?<=...)ات$|(?<=....)[گی]?ان$/u,
  /(?<=....)ه$/u,
]

/**
 * Removes plurals, comparatives and the joining vowel.
 *
 * @param folded without the joiner before a plural ending
 * @see Dolamic and Savoy, "Persian language, is stemming efficient?", 2009
 */
function persianStem(folded: string): string {
  // Arabic keyboards type these two letters in their Arabic form.
  const own = folded.replaceAll('ي', 'ی').replaceAll('ك', 'ک')
  return PERSIAN_ENDINGS.reduce((word, ending) => word.replace(ending, ''), own)
}

const withoutHindiEnding = endingsOf('ा ि ी ु ू े ै ो ौ ां ाँ ें ों ीं ियां ियाँ ियों ाओं ाएं ाएँ ुओं ुएं ओं एं एँ', 2)

/**
 * Unifies spellings that are both common: with and without the dot below a letter (`क़ानून`), and a nasal before a
 * consonant as letter or mark (`हिन्दी`, `हिंदी`).
 *
 * @see Ramanathan and Rao, "A lightweight stemmer for Hindi", 2003
 */
function hindiStem(folded: string): string {
  const plain = folded.replaceAll('\u093c', '').replace(/[ङञणनम]\u094d(?=[क-म])|ँ/gu, 'ं')
  return withoutHindiEnding(plain)
}

/**
 * Makes a function that removes one ending of a word: the longest one that leaves enough letters.
 *
 * @param endings separated by spaces, in any order
 * @param least minimum number of letters that stay, > 0
 */
export function endingsOf(endings: string, least: number): (word: string) => string {
  const known = new Set(endings.split(' '))
  const longest = Math.max(...Array.from(known, (ending) => ending.length))
  return (word) => {
    for (let length = Math.min(longest, word.length - least); length > 0; length -= 1) {
      if (known.has(word.slice(-length))) return word.slice(0, -length)
    }
    return word
  }
}

/** The cases of nouns and adjectives. Takes a folded word without marks. */
const latvianStem = endingsOf(
  's a e i u o is us as es os ai ei am em im um iem ie ies ais ajam ajai aja ajos ajiem ia ija ijas iju ams ems ims',
  MIN_STEM,
)

/*
 * Light stems for Finnish and Estonian: the cases of nouns and adjectives, without clitics. First an ending
 * and its joining vowel are removed. Then the end of the stem is unified, because it differs between open and
 * closed syllables: kaupunki, kaupungin; katu, kadun; linn, linna.
 */

/** Without marks, ä is a and ö is o, so each ending has one form. Endings of vowels and n mean "into". */
const takeFinnish = endingsOf(
  'n t a ssa sta lla lta lle na ksi ta issa ista illa ilta ille ina iksi aan een iin oon uun yyn ' +
    'ien jen ten iden oiden ita oita ihin oihin seen siin',
  MIN_STEM,
)

/** @param folded without marks */
function finnishStem(folded: string): string {
  // After l, n and r, -ta belongs to the word: hinta, valta, ranta.
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

/** Ends of stems in closed syllables (weak), and their form in open syllables (strong). */
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
  MIN_STEM,
)

/** @param folded without marks */
function estonianStem(folded: string): string {
  return takeEstonian(folded)
    .replace(/(?<=...)us$/, '')
    .replace(/d$/, 't')
    .replace(/(?<=...t)er$/, 'r')
    .replace(/(.)\1$/, '$1')
}

/**
 * Light stems for Arabic and Hebrew, which write the article and some short words together with the next
 * word. Rules that look for roots mistake letters of the word for these ("ب" of "برلمان", parliament). The
 * word with its article then has another stem than the word without it.
 *
 * @see Larkey, Ballesteros, Connell, "Light stemming for Arabic information retrieval", 2007 (light10)
 */

/** The article, alone and after the words for "and", "in", "like", "then" and "for". */
const ARABIC_ARTICLES = /^(?:وال|بال|كال|فال|لل|ال)(?=..)/u
const ARABIC_ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'] as const
/** Minimum length of a stem, in letters. */
const MIN_ARABIC_STEM = 2

/** @param folded with ه for ة, ي for ى, and no hamza above or below alef */
function arabicStem(folded: string): string {
  const joined = /^و...+/u.test(folded) && !ARABIC_ARTICLES.test(folded) ? folded.slice(1) : folded
  // A word that itself begins with this letter loses it too (minister). It then has the same stem with its
  // article.
  let rest = joined.replace(ARABIC_ARTICLES, '').replace(/^و(?=...)/u, '')
  for (const ending of ARABIC_ENDINGS) {
    if (rest.length >= ending.length + MIN_ARABIC_STEM && rest.endsWith(ending))
      rest = rest.slice(0, -ending.length)
  }
  return rest
}

/**
 * Removes the Hebrew article, the endings of plurals, and the short words that are written with the next one
 * ("and", "in", "to", "from", "as", "that"), if enough letters remain. A word that itself begins with these
 * letters loses them too, so it has the same stem with and without a short word.
 */
function hebrewStem(folded: string): string {
  return folded
    .replace(/^[וש]?ה+(?=...)/u, '')
    .replace(/(?<=...)(?:ים|ות|ה)$/u, '')
    .replace(/^[ובכלמשה]+?(?=[^ובכלמשה].{3}|.{4}$)/u, '')
}

/** The stems of folded words, by language. */
export const LIGHT_STEMS = {
  ar: arabicStem,
  el: greekStem,
  et: estonianStem,
  fa: persianStem,
  fi: finnishStem,
  he: hebrewStem,
  hi: hindiStem,
  lv: latvianStem,
} as const

/** Korean particles, which follow a noun and mark its role in the sentence. Longer ones come first. */
const PARTICLES =
  /(?<=..)(?:에서는|에게서|으로는|에서|에게|으로|까지|부터|처럼|보다|하고|이나|은|는|이|가|을|를|에|의|와|과|로|도|만)$/u

/**
 * Removes the particle of a Korean noun: `대통령이` gives `대통령`. The end of a noun can look like a particle, for
 * example in `어린이`. So use this only if a search for the whole word finds nothing.
 *
 * @returns `undefined` if the word has no particle or would become too short
 */
export function withoutParticle(word: string): string | undefined {
  if (!isHangul(word)) return undefined
  const bare = word.normalize('NFC').replace(PARTICLES, '')
  return bare === word.normalize('NFC') ? undefined : bare
}

export function isHangul(word: string): boolean {
  return /^\p{Script=Hangul}+$/u.test(word)
}
