/**
 * Offsets of zone names, in minutes. Some names have several meanings, for example `CST` and `IST`. The table
 * has the meaning of RFC 822 or of common usage in news feeds.
 */
const NAMED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    uct: 0,
    zulu: 0,
    est: -300,
    edt: -240,
    et: -300,
    cst: -360,
    cdt: -300,
    ct: -360,
    mst: -420,
    mdt: -360,
    mt: -420,
    pst: -480,
    pdt: -420,
    pt: -480,
    at: -240,
    ast: -240,
    adt: -180,
    akst: -540,
    akdt: -480,
    hst: -600,
    hast: -600,
    nst: -210,
    ndt: -150,
    bst: 60,
    ist: 330,
    west: 60,
    cet: 60,
    cest: 120,
    met: 60,
    mest: 120,
    mez: 60,
    mesz: 120,
    eet: 120,
    eest: 180,
    msk: 180,
    msd: 240,
    trt: 180,
    sast: 120,
    cat: 120,
    eat: 180,
    wat: 60,
    pkt: 300,
    npt: 345,
    wib: 420,
    ict: 420,
    sgt: 480,
    hkt: 480,
    awst: 480,
    pht: 480,
    myt: 480,
    wita: 480,
    wit: 540,
    jst: 540,
    kst: 540,
    acst: 570,
    acdt: 630,
    aest: 600,
    aedt: 660,
    nzst: 720,
    nzdt: 780,
    brt: -180,
    brst: -120,
    art: -180,
    clt: -240,
    clst: -180,
    cot: -300,
    pet: -300,
    vet: -240,
    uyt: -180,
  }),
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
