/** A reproducible stream of random choices. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number in [min, max], both included. */
  int(min: number, max: number): number
  /** @throws RangeError if `list` is empty */
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** Log-normal with this median; `spread` is the standard deviation of the logarithm. */
  around(median: number, spread: number): number
  /** A whole number from the Poisson distribution with this mean. The cost grows with the mean. */
  poisson(mean: number): number
  /** A shuffled copy of the list. */
  shuffle<T>(list: readonly T[]): T[]
}

/**
 * The stream of choices for these keys. The same keys always give the same stream, and streams are independent, so that
 * any part of the world can be computed by itself.
 */
export function randomFor(...keys: readonly (string | number)[]): Random {
  let [a, b, c, d] = hash128(keys.join('\u0000'))

  // sfc32: small, fast, passes PractRand; 2^64 steps or more until it repeats.
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next()

  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('cannot pick from an empty list')
      return list[int(0, list.length - 1)] as (typeof list)[number]
    },
    chance: (probability) => next() < probability,
    around: (median, spread) => median * Math.exp(spread * normal(next)),
    poisson: (mean) => {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
    shuffle: (list) => {
      const result = [...list]
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = int(0, last)
        const moved = result[last] as (typeof list)[number]
        result[last] = result[other] as (typeof list)[number]
        result[other] = moved
      }
      return result
    },
  }
}

/** Box-Muller: standard normal. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** FNV-1a in four lanes with different starts, each with a final mix: enough to make streams independent. */
function hash128(text: string): [number, number, number, number] {
  const lanes: [number, number, number, number] = [0x81_1c_9d_c5, 0x1b_87_35_93, 0x5b_d1_e9_95, 0x27_d4_eb_2d]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    lanes[0] = Math.imul(lanes[0] ^ code, 0x01_00_01_93)
    lanes[1] = Math.imul(lanes[1] ^ code, 0x85_eb_ca_6b)
    lanes[2] = Math.imul(lanes[2] ^ (code + index), 0xc2_b2_ae_35)
    lanes[3] = Math.imul(lanes[3] ^ code, 0x9e_37_79_b1)
  }
  return [mix(lanes[0]), mix(lanes[1]), mix(lanes[2]), mix(lanes[3])]
}

function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7f_eb_35_2d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x84_6c_a6_8b)
  return mixed ^ (mixed >>> 16)
}
