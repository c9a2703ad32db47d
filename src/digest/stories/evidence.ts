import { HOUR_MS } from '../../domain/time.ts'
import type { Cluster } from './cluster.ts'
import { SUMMARY_SHARE, VALUES } from './cluster.ts'

/** What speaks for and against two clusters telling one event; the order of the learned weights. */
export const EVIDENCE = [
  'all', 'title', 'pairs', 'summary', 'across', 'names', 'titleWords', 'rarity',
  'gap', 'span', 'size', 'smaller', 'samePublisher', 'bias', 'own', 'ownWords', 'gapCrowded', 'spanCrowded', 'exclude', 'length', 'lengthWords',
] as const

const PREV = Number(process.env['PREV'] ?? 1)
export function measure(a: Cluster, b: Cluster, out: Float64Array): void {
  const at = a.terms
  const bt = b.terms
  const av = a.values
  const bv = b.values
  let i = 0
  let j = 0
  let all = 0, title = 0, pairs = 0, summary = 0, across = 0, names = 0, words = 0, rarity = 0, own = 0, ownWords = 0, shared=0
  while (i < at.length && j < bt.length) {
    const s = at[i] as number
    const t = bt[j] as number
    if (s < t) i++
    else if (t < s) j++
    else {
      const x = i * VALUES
      const y = j * VALUES
      const w = av[x] as number
      const w2 = w * w
      const ta = av[x + 1] as number, tb = bv[y + 1] as number
      const sa = av[x + 2] as number, sb = bv[y + 2] as number
      all += (ta + SUMMARY_SHARE * sa) * (tb + SUMMARY_SHARE * sb) * w2
      title += ta * tb * w2
      summary += sa * sb * w2
      across += (ta * sb + sa * tb) * w2
      names += (av[x + 3] as number) * (bv[y + 3] as number) * w2
      pairs += (av[x + 4] as number) * (bv[y + 4] as number) * w2
      if (ta > 0 && tb > 0) words += Math.min(1, PREV*ta/a.size)*Math.min(1, PREV*tb/b.size)
      if (ta + sa > 0) {
        const ca = av[x + 5] as number, cb = bv[y + 5] as number
        const df = Math.max(av[x + 6] as number, bv[y + 6] as number)
        const e = Math.min(1, (ca + cb) / df)
        const m = (ta + SUMMARY_SHARE * sa) * (tb + SUMMARY_SHARE * sb) * w2
        own += m * e
        shared += m
        ownWords += e * Math.min(1, PREV*ca/a.size) * Math.min(1, PREV*cb/b.size)
      }
      if (ta + sa > 0) rarity += Math.pow(w, 1 / 1.3) * Math.min(1, 3 * Math.max((ta+sa)/a.size,(tb+sb)/b.size))
      i++
      j++
    }
  }
  const na = a.norms
  const nb = b.norms
  out[0] = share(all, (na[0] as number) * (nb[0] as number))
  out[1] = share(title, (na[1] as number) * (nb[1] as number))
  out[2] = share(pairs, (na[4] as number) * (nb[4] as number))
  out[3] = share(summary, (na[2] as number) * (nb[2] as number))
  out[4] = share(across, (na[1] as number) * (nb[2] as number) + (na[2] as number) * (nb[1] as number))
  out[5] = share(names, (na[3] as number) * (nb[3] as number))
  out[6] = Math.min(words, 8) / 8
  out[7] = Math.log1p(rarity) / 3
  const gap = Math.max(0, a.from - b.until, b.from - a.until) / HOUR_MS
  out[8] = Math.log1p(gap / 24) / 2
  out[9] = Math.log1p((Math.max(a.until, b.until) - Math.min(a.from, b.from)) / HOUR_MS / 24) / 2
  out[10] = Math.log(a.size + b.size) / 5
  out[11] = Math.log(Math.min(a.size, b.size)) / 5
  let same = 0
  for (const p of a.publishers) for (const q of b.publishers) if (p === q) same++
  out[12] = same / (a.size * b.size)
  out[13] = 1
  out[14] = share(own, (na[0] as number) * (nb[0] as number))
  out[15] = Math.log1p(ownWords) / 3
  const crowded = shared > 0 ? 1 - own / shared : 1
  out[16] = out[8]! * crowded
  out[17] = out[9]! * crowded
  out[18] = crowded
  const long = Math.max(0, Math.log(a.words / a.size) + Math.log(b.words / b.size) - 4) / 4
  out[19] = long
  out[20] = long * out[15]!
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
