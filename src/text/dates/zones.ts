/**
 * Offsets of zone names, in minutes. Some names have several meanings, for example `CST` and `IST`. The table
 * has the meaning of RFC 822 or of common usage in news feeds.
 */
const NAMED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'hst hast': -600,
    akst: -540,
    'akdt pst pt': -480,
    'mst mt pdt': -420,
    'cst ct mdt': -360,
    'est et cdt cot pet': -300,
    'edt at ast clt vet': -240,
    nst: -210,
    'adt brt art clst uyt': -180,
    ndt: -150,
    brst: -120,
    'z ut utc gmt wet uct zulu': 0,
    'bst west cet met mez wat': 60,
    'cest mest mesz eet sast cat': 120,
    'eest msk trt eat': 180,
    msd: 240,
    pkt: 300,
    ist: 330,
    npt: 345,
    'wib ict': 420,
    'sgt hkt awst pht myt wita': 480,
    'wit jst kst': 540,
    acst: 570,
    aest: 600,
    acdt: 630,
    aedt: 660,
    nzst: 720,
    nzdt: 780,
  }).flatMap(([names, offset]) => names.split(' ').map((name) => [name, offset] as const)),
)

/**
 * Gives the offset of a zone: `+0200`, `-05:30`, `GMT+1`, `EST`, `Etc/GMT`, `Europe/Brussels`.
 *
 * @param at decides daylight saving of named places; the local time, as epoch ms as if it were UTC
 * @returns minutes east of Greenwich; `undefined` for an unknown zone
 */
export function zoneOffset(zone: string, at = 0): number | undefined {
  const lower = zone.toLowerCase()
  const named = NAMED.get(lower)
  if (named !== undefined) return named

  const numeric = /^(?:gmt|utc|ut)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(lower)
  if (numeric !== null) {
    const [, sign, hours, minutes] = numeric
    const offset = Number(hours) * 60 + Number(minutes ?? 0)
    if (Number(hours) > 24 || Number(minutes ?? 0) > 59) return undefined
    return sign === '-' ? -offset : offset
  }
  return lower.includes('/') ? namedZoneOffset(zone, at) : undefined
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

function namedZoneOffset(zone: string, at: number): number | undefined {
  let format = formats.get(zone)
  if (format === undefined) {
    format = namedZoneFormat(zone)
    // Names come from feeds, and a hostile feed must not fill the memory.
    if (formats.size < 500) formats.set(zone, format)
  }
  if (format === null) return undefined
  const parts = format.formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return name === 'GMT' ? 0 : zoneOffset(name)
}

function namedZoneFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}
