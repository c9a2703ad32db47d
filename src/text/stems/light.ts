/*
 * Light stems for languages that Snowball has no rules for. Each is a small table of the endings that the grammar gives nouns
 * and adjectives; what makes another word of a word stays.
 */

/** Letters that the ending of a Baltic or Finnic word leaves. */
const MIN_STEM = 3

const takeGreek = endingsOf(
  'α ασ ο οσ ου ουσ οι ων η ησ ε εσ ι ια ιασ ιεσ ιου ιων ιο εισ εωσ εων ατα ατοσ ατων αι',
  2,
)

/** @param folded without accents, σ at the end of words too */
export function greekStem(folded: string): string {
  return takeGreek(folded)
}

const PERSIAN_ENDINGS: readonly RegExp[] = [
  /(?<=..)ها(?:ی(?:ی|ش|م|ت|شان|مان|تان)?)?$/u,
  /(?<=...)تر(?:ین)?$/u,
  /(?<=...)ی$/u,
  /(?<=...)ات$|(?<=....)[گی]?ان$/u,
  /(?<=....)ه$/u,
]

/**
 * Plurals, comparatives and the joining vowel.
 *
 * @param folded without the joiner that stands before a plural's ending
 * @see Dolamic and Savoy, "Persian language, is stemming efficient?", 2009
 */
export function persianStem(folded: string): string {
  // Typed on an Arabic keyboard.
  const own = folded.replaceAll('ي', 'ی').replaceAll('ك', 'ک')
  return PERSIAN_ENDINGS.reduce((word, ending) => word.replace(ending, ''), own)
}

const takeHindi = endingsOf('ा ि ी ु ू े ै ो ौ ां ाँ ें ों ीं ियां ियाँ ियों ाओं ाएं ाएँ ुओं ुएं ओं एं एँ', 2)

/** @see Ramanathan and Rao, "A lightweight stemmer for Hindi", 2003 */
export function hindiStem(folded: string): string {
  return takeHindi(folded)
}

/**
 * Indonesian and Malay: particles, possessives, and the marks of active and passive verbs. The mark of the active takes
 * the first letter of some verbs with it.
 *
 * @see Tala, "A study of stemming effects on information retrieval in Bahasa Indonesia", 2003
 */
export function indonesianStem(folded: string): string {
  const bare = withoutEnding(withoutEnding(folded, /(?:lah|kah|pun)$/), /(?:nya|ku|mu)$/)
  for (const [mark, first] of INDONESIAN_MARKS) {
    const rest = mark.test(bare) ? bare.replace(mark, first) : ''
    if (syllables(rest) >= 2) return withoutEnding(rest, /(?:kan|(?<![aeiou])i)$/)
  }
  return withoutEnding(bare, /kan$/)
}

/** Marks before a verb, with the letter that they took. */
const INDONESIAN_MARKS: readonly (readonly [mark: RegExp, first: string])[] = [
  [/^di(?=...)/, ''],
  [/^meny(?=[aeiou])/, 's'],
  [/^meng(?=[eo])/, 'k'],
  [/^meng(?=..)/, ''],
  [/^mem(?=[aeiou])/, 'p'],
  [/^mem(?=[bfpv])/, ''],
  [/^men(?=[aeiou])/, 't'],
  [/^men(?=[cdjtz])/, ''],
  [/^me(?=[lrwy])/, ''],
]

/** Two syllables stay. */
function withoutEnding(word: string, ending: RegExp): string {
  return word.replace(ending, (found, at: number) => (syllables(word.slice(0, at)) >= 2 ? '' : found))
}

function syllables(word: string): number {
  return word.match(/[aeiou]/g)?.length ?? 0
}

/** Takes one ending off a word: the longest one that leaves enough of it. */
export type RemoveEnding = (word: string) => string

/**
 * @param endings separated by spaces, in any order
 * @param least letters of a word that stay, > 0
 */
export function endingsOf(endings: string, least: number): RemoveEnding {
  const known = new Set(endings.split(' '))
  const longest = Math.max(...Array.from(known, (ending) => ending.length))
  return (word) => {
    for (let length = Math.min(longest, word.length - least); length > 0; length -= 1) {
      if (known.has(word.slice(-length))) return word.slice(0, -length)
    }
    return word
  }
}

/*
 * Light stems for Lithuanian and Latvian: the cases of nouns and adjectives.
 */

const takeLithuanian = endingsOf(
  'as is ys us a e o i u y ai iai ei ui iui io ies es os iaus aus au iau ia iu ie uo uje yje eje oje iuje ios ioje ioms ' +
    'iomis ame iame ams iams oms ems ims ums ais iais omis emis imis umis uose iuose ose ese yse iose iosios oji ioji asis ' +
    'ojo am iam om em im um ant omi imi umi ius',
  MIN_STEM,
)

/** @param folded without marks */
export function lithuanianStem(folded: string): string {
  // Before some endings t and d change: medis, medžio; jautis, jaučio.
  return takeLithuanian(folded)
    .replace(/(?<=..)dz$/, 'd')
    .replace(/(?<=...)c$/, 't')
}

/** Of a word without marks. */
export const latvianStem = endingsOf(
  's a e i u o is us as es os ai ei am em im um iem ie ies ais ajam ajai aja ajos ajiem ia ija ijas iju ams ems ims',
  MIN_STEM,
)

/*
 * Light stems for Finnish and Estonian: the cases of nouns and adjectives, without clitics. One ending goes, then the vowel
 * that joins it; then the end of the stem, which changes as its syllable opens and closes, is made one: kaupunki,
 * kaupungin; katu, kadun; linn, linna.
 */

/** Without marks, ä is a and ö is o, so that each ending has one form. Those of vowels and n are the case of "into". */
const takeFinnish = endingsOf(
  'n t a ssa sta lla lta lle na ksi ta issa ista illa ilta ille ina iksi aan een iin oon uun yyn ' +
    'ien jen ten iden oiden ita oita ihin oihin seen siin',
  MIN_STEM,
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
  MIN_STEM,
)

/** @param folded without marks */
export function estonianStem(folded: string): string {
  return takeEstonian(folded)
    .replace(/(?<=...)us$/, '')
    .replace(/d$/, 't')
    .replace(/(?<=...t)er$/, 'r')
    .replace(/(.)\1$/, '$1')
}

/**
 * Light stems for Arabic and Hebrew, which write the article and some short words together with the next one. Rules that
 * look for roots take letters of the word itself for these ("ب" of "برلمان", parliament), and the word no longer meets
 * itself with its article.
 *
 * @see Larkey, Ballesteros, Connell, "Light stemming for Arabic information retrieval", 2007 (light10)
 */

/** The article, alone and with and, in, like, then; "for the". */
const ARABIC_ARTICLES = /^(?:وال|بال|كال|فال|لل|ال)(?=..)/u
const ARABIC_ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'] as const
/** Letters of a word that stay when its ending goes. */
const MIN_ARABIC_STEM = 2

/** @param folded with ه for ة, ي for ى, and no hamza above or below alef */
export function arabicStem(folded: string): string {
  const joined = /^و...+/u.test(folded) && !ARABIC_ARTICLES.test(folded) ? folded.slice(1) : folded
  // A word that begins with this letter itself, as minister does, loses it too: so it meets itself with its article.
  let rest = joined.replace(ARABIC_ARTICLES, '').replace(/^و(?=...)/u, '')
  for (const ending of ARABIC_ENDINGS) {
    if (rest.length >= ending.length + MIN_ARABIC_STEM && rest.endsWith(ending))
      rest = rest.slice(0, -ending.length)
  }
  return rest
}

/**
 * Hebrew without its article, the endings of plurals, and the short words that are written with the next one ("and", "in",
 * "to", "from", "as", "that") as long as enough remains: what begins with their letters itself loses these too, and so
 * meets itself with them.
 */
export function hebrewStem(folded: string): string {
  return folded
    .replace(/^[וש]?ה+(?=...)/u, '')
    .replace(/(?<=...)(?:ים|ות|ה)$/u, '')
    .replace(/^[ובכלמשה]+?(?=[^ובכלמשה].{3}|.{4}$)/u, '')
}

/** What Korean writes at the end of a noun to say what it does in its sentence, the longer ones first. */
const PARTICLES =
  /(?<=..)(?:에서는|에게서|으로는|에서|에게|으로|까지|부터|처럼|보다|하고|이나|은|는|이|가|을|를|에|의|와|과|로|도|만)$/u

/**
 * A Korean noun without its particle: `대통령` of `대통령이`. The end of a noun may look like one, as that of `어린이` does: to be
 * asked only where nothing is found with it.
 *
 * @returns `undefined` where the word ends in none, or too little would be left
 */
export function withoutParticle(word: string): string | undefined {
  if (!isHangul(word)) return undefined
  const bare = word.normalize('NFC').replace(PARTICLES, '')
  return bare === word.normalize('NFC') ? undefined : bare
}

export function isHangul(word: string): boolean {
  return /^\p{Script=Hangul}+$/u.test(word)
}
