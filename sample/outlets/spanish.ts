import { outlet } from './make-outlet.ts'
import type { Outlet } from './outlet.ts'

export const SPANISH_OUTLETS: readonly Outlet[] = [
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
]
