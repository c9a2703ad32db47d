/** Hosts, with the beginning of a path where they have other images too, whose images count readers or advertise. */
const COUNTERS = [
  String.raw`pixel\.(?:wp|quantserve)\.com`,
  String.raw`stats\.wordpress\.com`,
  String.raw`(?:www\.)?google-analytics\.com`,
  String.raw`[a-z]+\.scorecardresearch\.com`,
  String.raw`[a-z0-9.-]+\.doubleclick\.net`,
  String.raw`[a-z0-9.-]+\.(?:googleadservices|googlesyndication|amazon-adsystem|feedsportal)\.com`,
  String.raw`(?:www\.)?(?:assoc-amazon|pheedo|awin1)\.com`,
  String.raw`[a-z0-9.-]+\.(?:falkag\.net|met\.vgwort\.de)`,
  String.raw`feeds\.wordpress\.com\/1\.0`,
  String.raw`track\.hubspot\.com`,
  String.raw`rss\.nytimes\.com\/c\/`,
  String.raw`medium\.com\/_\/stat`,
  String.raw`rss\.buysellads\.com`,
  String.raw`www\.facebook\.com\/tr\b`,
]
/** Paths that do so wherever they are: of what counts visitors. */
const COUNTING_PATHS = [
  String.raw`\/(?:piwik|matomo)\.php`,
  String.raw`\/(?:imp[rl]ession|tracking[-_]?pixel)\b`,
]
/** FeedBurner under any publisher's name: advertisements, and the feed's own address with a number, which counts. */
const FEEDBURNER = String.raw`(?:feeds?|rss)\.[a-z0-9.-]+\/(?:~(?:a|d|f|ff|r)\/|[^?]*\?g=\d+$)`

const COUNTING = new RegExp(
  `^https?://(?:${COUNTERS.join('|')}|[^/]+(?:/[^?]*)?(?:${COUNTING_PATHS.join('|')})|${FEEDBURNER})`,
  'i',
)

/** Pictures in place of emoji. */
const EMOJI =
  /^https?:\/\/(?:s\.w\.org\/images\/core\/emoji|[^/]*twemoji|[^?]*\/(?:smilies|smileys|emoji)\/)/i

/** Buttons, badges and icons are no higher or no wider, px. */
const DECORATION_PX = 32

/** Whether an image shows nothing, or an advertisement: it is there to count who reads. */
export function isCounter(address: string): boolean {
  return COUNTING.test(address)
}

/**
 * Whether an image is part of the writing and not a picture of what it is about.
 *
 * @param sizes width and height as they are stated
 */
export function isDecoration(address: string, sizes: readonly string[]): boolean {
  return (
    EMOJI.test(address) ||
    sizes.some((size) => /^\d+(?:px)?$/.test(size) && parseInt(size, 10) <= DECORATION_PX)
  )
}
