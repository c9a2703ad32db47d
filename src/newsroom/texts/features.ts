import type { Language } from '../language.ts'
import { EN_FEATURES } from './en/features.ts'
import type { Features } from './feature.ts'

/** What each language writes beside the news. */
export const FEATURES: Readonly<Record<Language, Features>> = {
  en: EN_FEATURES,
  de: EN_FEATURES,
  es: EN_FEATURES,
  zh: EN_FEATURES,
  ja: EN_FEATURES,
}
