import type { Language } from '../language.ts'
import { DE_FEATURES } from './de/features.ts'
import { EN_FEATURES } from './en/features.ts'
import { ES_FEATURES } from './es/features.ts'
import type { Features } from './feature.ts'
import { JA_FEATURES } from './ja/features.ts'
import { ZH_FEATURES } from './zh/features.ts'

/** What each language writes beside the news. */
export const FEATURES: Readonly<Record<Language, Features>> = {
  en: EN_FEATURES,
  de: DE_FEATURES,
  es: ES_FEATURES,
  zh: ZH_FEATURES,
  ja: JA_FEATURES,
}
