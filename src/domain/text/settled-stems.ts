/** What a language's rules do to a folded word. */
type Rules = (folded: string) => string

/**
 * Makes one what the rules of a language leave apart, by primary subtag: endings that they forget, or that they take only
 * off a word which has no other one before it (`ciudades` gives `ciudad`, and that `ciud`).
 */
export const SETTLED: Readonly<Record<string, (stem: string, rules: Rules) => string>> = {
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
  nl: (stem) => undoubled(stem).replace(/z$/, 's').replace(/v$/, 'f'),
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
  return undoubled(bare.replace(/eum$/, 'e'))
}

function undoubled(stem: string): string {
  return stem.replace(/([^aeiou])\1$/, '$1')
}
