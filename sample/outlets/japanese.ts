import { outlet } from './make-outlet.ts'
import type { Outlet } from './outlet.ts'

export const JAPANESE_OUTLETS: readonly Outlet[] = [
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
