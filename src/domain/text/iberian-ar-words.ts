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
