import { type LiveItem, type Link, beyond } from './live-item.ts'

/** Further links of an item replace its weakest. */
const MAX_LINKS = 48

/** Notes how two items compare, or that they now compare otherwise. */
export function setLink(one: LiveItem, other: LiveItem, exactCosine: number, exactOdds: number): void {
  // As snapshots keep them, so that a restart changes nothing.
  const cosine = Math.fround(exactCosine)
  const odds = Math.fround(exactOdds)
  const known = one.links.find((link) => beyond(link, one) === other)
  if (known !== undefined) {
    known.cosine = cosine
    known.odds = odds
    return
  }
  const link = { one, other, cosine, odds }
  one.links.push(link)
  other.links.push(link)
  for (const item of [one, other]) if (item.links.length > MAX_LINKS) removeLink(weakestOf(item))
}

function weakestOf({ links }: LiveItem): Link {
  return links.reduce((weakest, link) => (link.odds < weakest.odds ? link : weakest))
}

export function removeLink(link: Link): void {
  for (const { links } of [link.one, link.other]) {
    const at = links.indexOf(link)
    if (at >= 0) links.splice(at, 1)
  }
}
