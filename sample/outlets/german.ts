import { outlet } from './make-outlet.ts'
import type { Outlet } from './outlet.ts'

export const GERMAN_OUTLETS: readonly Outlet[] = [
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
]
