/** A number as its text means it. */
export interface Quantity {
  /** Equal for the same number in any language: `487000000`, `5.7`; a result of a match is `4:1`. */
  readonly key: string
  /** Significant digits: 2 of 45, 3 of 487 million. */
  readonly digits: number
  readonly start: number
  readonly end: number
}

/**
 * Reads the numbers of a text with what multiplies them: `1,540`, `1.540`, `1540`; `$487 million`,
 * `487 Millionen`, `4.87亿`; `5.7`, `5,7`; `1万4800`; and results of matches, `4-1`, `4:1`, `4比1`. A separator
 * before exactly three digits groups them, else it is a decimal one, whatever the language: newspapers do not
 * keep to their language's rule. Years and numbers of one digit are left out: everything is full of them.
 */
export function quantitiesOf(text: string): Quantity[] {
  const found: Quantity[] = []
  QUANTITY.lastIndex = 0
  for (let match = QUANTITY.exec(text); match !== null; match = QUANTITY.exec(text)) {
    const [whole, first = '', other, unit] = match
    if (PART_OF_MORE.test(text.charAt(match.index - 1))) continue
    const end = match.index + whole.length
    const quantity = other === undefined ? amountOf(text, first, unit, end) : resultOf(first, other, end)
    if (quantity === undefined) continue
    found.push({ ...quantity, start: match.index })
    QUANTITY.lastIndex = quantity.end
  }
  return found
}

type Read = Omit<Quantity, 'start'>

function resultOf(first: string, other: string, end: number): Read | undefined {
  // Times of day and spans of years are no results.
  if (first.length > 2 || other.length > 2 || other.startsWith('0')) return undefined
  return { key: `${Number(first)}:${Number(other)}`, digits: 2, end }
}

function amountOf(text: string, first: string, unit: string | undefined, end: number): Read | undefined {
  if (unit === undefined && /^(?:1[89]|20)\d\d$/.test(first)) return undefined
  const value = valueOf(first) * (unit === undefined ? 1 : factorOf(unit))
  const rest = unit !== undefined && CJK_UNITS.has(unit) ? restAfter(text, end) : undefined
  const total = Number((value + (rest?.value ?? 0)).toPrecision(9))
  const key = String(total)
  const digits = key.replace(/0+$/, '').replace('.', '').length
  if (total >= 1e15 || (digits < 2 && total < 1000)) return undefined
  return { key, digits, end: rest?.end ?? end }
}

/** Before a number: it is part of a word, a code, a date, an hour. */
const PART_OF_MORE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d.,:/-]/u

/** After 万 and 億 the lower digits follow: 1万4800. */
function restAfter(text: string, at: number): { readonly value: number; readonly end: number } | undefined {
  REST.lastIndex = at
  const match = REST.exec(text)
  if (match === null) return undefined
  const [whole, digits = '', unit] = match
  return { value: Number(digits) * (unit === undefined ? 1 : factorOf(unit)), end: at + whole.length }
}

function valueOf(digits: string): number {
  const groups = digits.split(/[.,'’\u00a0\u202f ]/)
  const last = groups.at(-1) ?? ''
  const isGrouped = groups.length > 2 || (last.length === 3 && groups[0] !== '0')
  if (groups.length === 1) return Number(digits)
  if (isGrouped && last.length === 3) return Number(groups.join(''))
  return Number(`${groups.slice(0, -1).join('')}.${last}`)
}

function factorOf(unit: string): number {
  return FACTORS.get(unit.toLowerCase().replace(/\.$/, '')) ?? 1
}

/** By the word that follows the number; a billion is a million millions where it is spelled so. */
const UNITS: readonly [factor: number, words: string][] = [
  [1e3, 'thousand tausend mil mille mila tusen duizend tisíc тысяч тысячи тыс тисяч тис χιλιάδες 千 천 k'],
  [1e4, '万 萬 만'],
  [
    1e6,
    'million millions mn mln millionen mio millón millones millionen milione milioni milhão milhões miljoen miljon miljoner ' +
      'milion miliony milionów милн млн миллион миллиона миллионов мільйон мільйона мільйонів εκατομμύρια εκατ milyon',
  ],
  [1e8, '亿 億 억'],
  [
    1e9,
    'billion billions bn bln milliarde milliarden mrd milliard milliards miliardo miliardi miljard miljarder miliard miliardy ' +
      'miliardów mld млрд миллиард миллиарда миллиардов мільярд мільярда мільярдів δισεκατομμύρια δισ milyar bilhão bilhões',
  ],
  [1e12, 'trillion trillions billionen billón billones biljoen biljon трлн 兆 조 trilhão trilhões'],
]
const FACTORS: ReadonlyMap<string, number> = new Map([
  ...UNITS.flatMap(([factor, words]) => words.split(' ').map((word): [string, number] => [word, factor])),
  ['mil millones', 1e9],
  ['mil milhões', 1e9],
])
const CJK_UNITS: ReadonlySet<string> = new Set(['万', '萬', '만', '亿', '億', '억'])

const SPELLED = [...FACTORS.keys()].toSorted((a, b) => b.length - a.length).join('|')
/** A number, and either the other side of a result or what multiplies it. */
const QUANTITY = new RegExp(
  String.raw`(\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d{1,9}(?:[.,]\d+)?)` +
    String.raw`(?:(?:[-–:]|比|対)(\d{1,3})(?![\d.,:-])|[\u00a0\u202f ]?(${SPELLED})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]))?`,
  'giu',
)
const REST = /(\d{1,4})(万|萬|만)?(?![\d.,])/y
