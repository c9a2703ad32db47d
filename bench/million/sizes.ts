/** The size of a collection, as written (`100k`) and as a number. */
export interface Size {
  readonly name: string
  readonly items: number
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, M: 1_000_000 }

/**
 * @param text such as `100k,1M`
 * @throws Error for anything else
 */
export function sizesOf(text: string): Size[] {
  return text.split(',').map((name) => {
    const [, count = '', unit = ''] = /^(\d+)([kM]?)$/.exec(name) ?? []
    if (count === '') throw new Error(`--items ${name} is no size: write 100k, 1M or 10M`)
    return { name, items: Number(count) * (UNITS[unit] ?? 1) }
  })
}
