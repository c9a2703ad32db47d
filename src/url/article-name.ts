import { canonicalKey } from './url.ts'

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const NO_DATE = String.raw`(?<!\d)(?!20\d\d[01]\d[0-3]\d)`
/**
 * A number or UUID in the last part of a path, ignoring a page number after it, or a long number in the part before.
 */
const IN_PATH = new RegExp(
  String.raw`(${UUID}|${NO_DATE}\d{5,20}(?!\d|[-_]\d{1,3}(?!\d)))[^/]*$|(${NO_DATE}\d{8,20}(?!\d))[^/]*/[^/]*$`,
  'i',
)

/**
 * The number or UUID by which a site identifies an article, whatever the words of the headline beside it: `4711234` in
 * `/news/storm-hits-coast-4711234.html`.
 */
export function articleName(url: string): string | undefined {
  const [, path = ''] = /^https:\/\/[^/]+([^?#]*)/.exec(canonicalKey(url) ?? '') ?? []
  const [, last, before] = IN_PATH.exec(path) ?? []
  return last ?? before
}
