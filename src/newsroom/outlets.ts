import type { Category } from './kinds.ts'
import type { Language } from './language.ts'
import type { FeedFormat, HouseStyle, Outlet, OutletRole } from './outlet.ts'

interface Row extends Partial<HouseStyle> {
  readonly role?: OutletRole
  readonly weight?: number
  readonly own?: number
  readonly alert?: number
  readonly weekend?: number
  readonly column?: number
}

/** Time zone of each region, hours from UTC; the invented world knows no summer time. */
const OFFSETS: Readonly<Record<string, number>> = {
  us: -5,
  uk: 0,
  au: 10,
  world: 0,
  de: 1,
  at: 1,
  ch: 1,
  es: 1,
  mx: -6,
  cn: 8,
  jp: 9,
}

function outlet(
  id: string,
  name: string,
  [language, region, category, format]: readonly [Language, string, Category | 'general', FeedFormat],
  row: Row = {},
): Outlet {
  const role = row.role ?? 'paper'
  return {
    id,
    name,
    host: `www.${id.replaceAll('-', '')}.example`,
    role,
    category,
    language,
    region,
    weight: row.weight ?? 1,
    ownPerDay: row.own ?? 1.2,
    alertness: row.alert ?? 0.6,
    utcOffsetHours: OFFSETS[region] ?? 0,
    weekend: row.weekend ?? 0.5,
    column: row.column ?? -1,
    style: {
      format,
      titleCase: row.titleCase ?? 'sentence',
      titleSuffix: row.titleSuffix ?? '',
      summary: row.summary ?? 'lead',
      content: row.content ?? 'none',
      author: row.author ?? 'name',
      images: row.images ?? false,
      linkQuery: row.linkQuery ?? '',
      path: row.path ?? 'date',
      engagement: row.engagement ?? (role === 'links' ? 'points' : 'none'),
    },
  }
}

/** The publications of the newsroom: all of them invented, like everything that they report. */
export const OUTLETS: readonly Outlet[] = [
  outlet('harbor-herald', 'The Harbor Herald', ['en', 'us', 'general', 'rss'], {
    weight: 1.5,
    own: 3,
    alert: 0.85,
    column: 0,
    titleCase: 'title',
    content: 'full',
    images: true,
    weekend: 0.8,
  }),
  outlet('meridian-wire', 'Meridian Wire', ['en', 'world', 'general', 'atom'], {
    role: 'wire',
    weight: 2,
    own: 0.5,
    alert: 0.97,
    weekend: 0.95,
    content: 'full',
    author: 'desk',
    path: 'number',
  }),
  outlet('northfield-post', 'Northfield Post', ['en', 'uk', 'world', 'rss'], {
    weight: 1.4,
    own: 2,
    alert: 0.8,
    column: 0,
    titleSuffix: ' | Northfield Post',
    linkQuery: 'utm_source=rss&utm_medium=feed',
    engagement: 'comments',
  }),
  outlet('southern-beacon', 'Southern Beacon', ['en', 'au', 'general', 'json'], {
    own: 2,
    alert: 0.7,
    images: true,
    column: 1,
  }),
  outlet('kestrel-valley-courier', 'Kestrel Valley Courier', ['en', 'us', 'general', 'rss'], {
    role: 'local',
    weight: 0.6,
    own: 1.5,
    alert: 0.5,
    titleCase: 'title',
    content: 'full',
  }),
  outlet('longshore-times', 'Longshore Times', ['en', 'uk', 'general', 'rss'], {
    role: 'local',
    weight: 0.6,
    own: 1.2,
    alert: 0.5,
    column: 1,
    linkQuery: 'ref=rss',
  }),
  outlet('ledger-and-tide', 'Ledger & Tide', ['en', 'uk', 'business', 'rss'], {
    weight: 1.3,
    own: 1.5,
    alert: 0.85,
    weekend: 0.15,
    column: 2,
  }),
  outlet('capital-lantern', 'Capital Lantern', ['en', 'us', 'business', 'atom'], {
    weight: 1.2,
    own: 1.4,
    alert: 0.8,
    weekend: 0.1,
    titleCase: 'title',
    summary: 'long',
    column: 2,
  }),
  outlet('circuit-garden', 'Circuit Garden', ['en', 'us', 'technology', 'rss'], {
    weight: 1.3,
    own: 2,
    alert: 0.85,
    content: 'full',
    images: true,
    engagement: 'comments',
  }),
  outlet('bitfoundry', 'Bitfoundry', ['en', 'us', 'technology', 'atom'], {
    own: 1.4,
    alert: 0.75,
    content: 'full',
    path: 'words',
  }),
  outlet('signal-and-solder', 'Signal and Solder', ['en', 'uk', 'technology', 'json'], {
    own: 1.2,
    alert: 0.7,
    content: 'full',
    engagement: 'comments',
  }),
  outlet('patchbay-notes', 'Patchbay Notes', ['en', 'world', 'technology', 'rss'], {
    weight: 0.8,
    own: 0.6,
    alert: 0.3,
    summary: 'none',
    content: 'full',
    path: 'words',
  }),
  outlet('petri-review', 'The Petri Review', ['en', 'uk', 'science', 'rss'], {
    weight: 1.4,
    own: 1,
    alert: 0.85,
    summary: 'long',
    weekend: 0.2,
  }),
  outlet('orbital-almanac', 'Orbital Almanac', ['en', 'us', 'science', 'atom'], {
    own: 0.8,
    alert: 0.8,
    images: true,
  }),
  outlet('touchline-daily', 'Touchline Daily', ['en', 'uk', 'sports', 'rss'], {
    own: 2,
    alert: 0.9,
    weekend: 1.4,
    engagement: 'comments',
  }),
  outlet('sideline-gazette', 'Sideline Gazette', ['en', 'us', 'sports', 'json'], {
    own: 1.5,
    alert: 0.8,
    weekend: 1.3,
    titleCase: 'title',
  }),
  outlet('velvet-curtain', 'Velvet Curtain', ['en', 'us', 'culture', 'rss'], {
    own: 1.3,
    alert: 0.8,
    images: true,
    weekend: 0.9,
  }),
  outlet('marginalia-weekly', 'Marginalia', ['en', 'uk', 'culture', 'atom'], {
    own: 0.5,
    alert: 0.6,
    content: 'full',
    summary: 'long',
  }),
  outlet('linkpile', 'Linkpile', ['en', 'world', 'technology', 'rss'], {
    role: 'links',
    weight: 1.2,
    own: 0,
    alert: 0.35,
    author: 'none',
    weekend: 0.7,
  }),
  outlet('commonplace', 'Commonplace', ['en', 'world', 'general', 'json'], {
    role: 'links',
    own: 0,
    alert: 0.12,
    author: 'name',
    weekend: 0.8,
  }),
  outlet('overcast-hours', 'Overcast Hours', ['en', 'uk', 'technology', 'rss'], {
    role: 'podcast',
    own: 0.35,
    alert: 0,
    weekend: 0.3,
    images: true,
  }),
  outlet('morgenkurier', 'Morgenkurier', ['de', 'de', 'general', 'rss'], {
    weight: 1.4,
    own: 2.5,
    alert: 0.85,
    column: 0,
    images: true,
    content: 'full',
    engagement: 'comments',
  }),
  outlet('nordlicht-zeitung', 'Nordlicht-Zeitung', ['de', 'de', 'world', 'atom'], {
    weight: 1.2,
    own: 1.6,
    alert: 0.8,
    summary: 'long',
  }),
  outlet('alpenbote', 'Alpenbote', ['de', 'at', 'general', 'rdf'], {
    own: 1.4,
    alert: 0.65,
    column: 1,
    author: 'desk',
  }),
  outlet('boersenfaden', 'Börsenfaden', ['de', 'de', 'business', 'rss'], {
    own: 1.2,
    alert: 0.85,
    weekend: 0.1,
    column: 2,
    titleSuffix: ' - Börsenfaden',
  }),
  outlet('technikwarte', 'Technikwarte', ['de', 'de', 'technology', 'atom'], {
    weight: 1.2,
    own: 1.8,
    alert: 0.85,
    content: 'full',
    engagement: 'comments',
  }),
  outlet('steinbock-magazin', 'Steinbock-Magazin', ['de', 'ch', 'science', 'rss'], { own: 0.8, alert: 0.8 }),
  outlet('anpfiff-heute', 'Anpfiff heute', ['de', 'de', 'sports', 'rss'], {
    own: 1.6,
    alert: 0.85,
    weekend: 1.4,
  }),
  outlet('dreizehnte-seite', 'Die dreizehnte Seite', ['de', 'de', 'culture', 'json'], {
    own: 0.9,
    alert: 0.75,
    summary: 'long',
  }),
  outlet('netzlese', 'Netzlese', ['de', 'de', 'technology', 'rss'], {
    role: 'links',
    weight: 0.8,
    own: 0,
    alert: 0.3,
    author: 'none',
  }),
  outlet('el-faro-nuevo', 'El Faro Nuevo', ['es', 'es', 'general', 'rss'], {
    weight: 1.4,
    own: 2.4,
    alert: 0.85,
    column: 0,
    content: 'full',
    images: true,
  }),
  outlet('la-voz-serena', 'La Voz Serena', ['es', 'mx', 'world', 'rss'], {
    weight: 1.1,
    own: 1.8,
    alert: 0.75,
    column: 1,
    engagement: 'comments',
  }),
  outlet('mercado-claro', 'Mercado Claro', ['es', 'es', 'business', 'atom'], {
    own: 1.1,
    alert: 0.8,
    weekend: 0.1,
    column: 2,
  }),
  outlet('bitacora-digital', 'Bitácora Digital', ['es', 'mx', 'technology', 'json'], {
    own: 1.4,
    alert: 0.8,
    content: 'full',
  }),
  outlet('orbita-curiosa', 'Órbita Curiosa', ['es', 'es', 'science', 'rss'], { own: 0.8, alert: 0.75 }),
  outlet('cancha-viva', 'Cancha Viva', ['es', 'mx', 'sports', 'rss'], {
    own: 1.8,
    alert: 0.9,
    weekend: 1.5,
    images: true,
  }),
  outlet('lanjiang-chenbao', '澜江晨报', ['zh', 'cn', 'general', 'rss'], {
    weight: 1.4,
    own: 2.4,
    alert: 0.85,
    column: 0,
    content: 'full',
    path: 'number',
  }),
  outlet('yuanfan-caijing', '远帆财经', ['zh', 'cn', 'business', 'atom'], {
    weight: 1.1,
    own: 1.3,
    alert: 0.85,
    weekend: 0.2,
    column: 2,
    path: 'number',
  }),
  outlet('yunyan-keji', '云砚科技', ['zh', 'cn', 'technology', 'rss'], {
    own: 1.6,
    alert: 0.8,
    content: 'full',
    path: 'number',
    engagement: 'comments',
  }),
  outlet('qingyu-kexue', '青屿科学', ['zh', 'cn', 'science', 'json'], {
    own: 0.8,
    alert: 0.8,
    path: 'number',
  }),
  outlet('saichang-feng', '赛场风', ['zh', 'cn', 'sports', 'rss'], {
    own: 1.2,
    alert: 0.8,
    weekend: 1.3,
    path: 'number',
  }),
  outlet('kirino-shimpo', '霧野新報', ['ja', 'jp', 'general', 'rss'], {
    weight: 1.4,
    own: 2.4,
    alert: 0.85,
    column: 0,
    images: true,
    path: 'number',
  }),
  outlet('tsukimori-keizai', '月森経済', ['ja', 'jp', 'business', 'rdf'], {
    weight: 1.1,
    own: 1.2,
    alert: 0.8,
    weekend: 0.15,
    column: 2,
    path: 'number',
  }),
  outlet('denshi-techo', '電子手帖', ['ja', 'jp', 'technology', 'atom'], {
    own: 1.5,
    alert: 0.8,
    content: 'full',
    path: 'number',
  }),
  outlet('hoshizora-kagaku', '星空科学', ['ja', 'jp', 'science', 'rss'], {
    own: 0.8,
    alert: 0.75,
    path: 'number',
  }),
  outlet('asanagi-sports', '朝凪スポーツ', ['ja', 'jp', 'sports', 'rss'], {
    own: 1.4,
    alert: 0.85,
    weekend: 1.4,
    path: 'number',
  }),
  outlet('shiori-tsushin', '栞通信', ['ja', 'jp', 'culture', 'atom'], {
    own: 0.8,
    alert: 0.75,
    path: 'number',
  }),
]

export function findOutlet(id: string): Outlet | undefined {
  return BY_ID.get(id)
}

const BY_ID = new Map(OUTLETS.map((each) => [each.id, each]))
