import { capitalise } from './phrase.ts'

const SMALL = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'but',
  'by',
  'for',
  'from',
  'in',
  'into',
  'near',
  'of',
  'on',
  'or',
  'over',
  'the',
  'to',
  'with',
])

/** An English Headline in Title Case, as American Papers Set It. */
export function titleCase(title: string): string {
  return title
    .split(' ')
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : capitalise(word)))
    .join(' ')
}
