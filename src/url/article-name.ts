import { canonicalKey } from './url.ts'

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const NO_DATE = String.raw`(?<!\d)(?!20\d\d[01]\d[0-3]\d)`
/** In the last part of a path, without the number of a page behind it, or as a long number in the part before it. */
const IN_PATH = new RegExp(
  String.raw`(${UUID}|${NO_DATE}\d{5,20}(?!\d|[-_]\d{1,3}(?!\d)))[^/]*$|(${NO_DATE}\d{8,20}(?!\d))[^/]*/[^/]*$`,
  'i',
)

/**
 * Gives the number or UUID by which a site knows an article, whatever words of the headline stand beside it:
 * `4711234` of `/news/storm-hits-coast-4711234.html`.
 */
export function articleName(url: string): string | undefined {
  const [, path = ''] = /^https:\/\/[^/]+([^?#]*)/.exec(canonicalKey(url) ?? '') ?? []
  const [, last, before] = IN_PATH.exec(path) ?? []
  return last ?? before
}
