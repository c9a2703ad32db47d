import { endingsOf } from './endings.ts'

/*
 * Light stems for Lithuanian and Latvian: the cases of nouns and adjectives.
 */

/** Letters of a word that stay. */
const LEAST = 3

const takeLithuanian = endingsOf(
  'as is ys us a e o i u y ai iai ei ui iui io ies es os iaus aus au iau ia iu ie uo uje yje eje oje iuje ios ioje ioms ' +
    'iomis ame iame ams iams oms ems ims ums ais iais omis emis imis umis uose iuose ose ese yse iose iosios oji ioji asis ' +
    'ojo am iam om em im um ant omi imi umi ius',
  LEAST,
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
  LEAST,
)
