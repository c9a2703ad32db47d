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
const LEAST = 2

/** @param folded with ه for ة, ي for ى, and no hamza above or below alef */
export function arabicStem(folded: string): string {
  const joined = /^و...+/u.test(folded) && !ARABIC_ARTICLES.test(folded) ? folded.slice(1) : folded
  // A word that begins with this letter itself, as minister does, loses it too: so it meets itself with its article.
  let rest = joined.replace(ARABIC_ARTICLES, '').replace(/^و(?=...)/u, '')
  for (const ending of ARABIC_ENDINGS) {
    if (rest.length >= ending.length + LEAST && rest.endsWith(ending)) rest = rest.slice(0, -ending.length)
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
