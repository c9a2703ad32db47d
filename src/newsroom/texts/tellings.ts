import type { Language } from '../language.ts'
import { EN_AFFAIRS } from './en/affairs.ts'
import { EN_KNOWLEDGE } from './en/knowledge.ts'
import { EN_LEISURE } from './en/leisure.ts'
import type { Tellings } from './telling.ts'

const EN: Tellings = { ...EN_KNOWLEDGE, ...EN_AFFAIRS, ...EN_LEISURE }

/** How each language tells each kind of event. */
export const TELLINGS: Readonly<Record<Language, Tellings>> = { en: EN, de: EN, es: EN, zh: EN, ja: EN }
