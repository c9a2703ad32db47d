import { DE_AFFAIRS } from './de/affairs.ts'
import { DE_FEATURES } from './de/features.ts'
import { DE_KNOWLEDGE } from './de/knowledge.ts'
import { DE_LEISURE } from './de/leisure.ts'
import { EN_AFFAIRS } from './en/affairs.ts'
import { EN_FEATURES } from './en/features.ts'
import { EN_KNOWLEDGE } from './en/knowledge.ts'
import { EN_LEISURE } from './en/leisure.ts'
import { ES_AFFAIRS } from './es/affairs.ts'
import { ES_FEATURES } from './es/features.ts'
import { ES_KNOWLEDGE } from './es/knowledge.ts'
import { ES_LEISURE } from './es/leisure.ts'
import { JA_AFFAIRS } from './ja/affairs.ts'
import { JA_FEATURES } from './ja/features.ts'
import { JA_KNOWLEDGE } from './ja/knowledge.ts'
import { JA_LEISURE } from './ja/leisure.ts'
import type { Language } from './language.ts'
import type { AllEventPatterns, Features } from './patterns.ts'
import { ZH_AFFAIRS } from './zh/affairs.ts'
import { ZH_FEATURES } from './zh/features.ts'
import { ZH_KNOWLEDGE } from './zh/knowledge.ts'
import { ZH_LEISURE } from './zh/leisure.ts'

/** The patterns of each kind of event in each language. */
export const EVENT_PATTERNS: Readonly<Record<Language, AllEventPatterns>> = {
  en: { ...EN_KNOWLEDGE, ...EN_AFFAIRS, ...EN_LEISURE },
  de: { ...DE_KNOWLEDGE, ...DE_AFFAIRS, ...DE_LEISURE },
  es: { ...ES_KNOWLEDGE, ...ES_AFFAIRS, ...ES_LEISURE },
  zh: { ...ZH_KNOWLEDGE, ...ZH_AFFAIRS, ...ZH_LEISURE },
  ja: { ...JA_KNOWLEDGE, ...JA_AFFAIRS, ...JA_LEISURE },
}

/** Patterns for features, columns and closing sentences in each language. */
export const FEATURES: Readonly<Record<Language, Features>> = {
  en: EN_FEATURES,
  de: DE_FEATURES,
  es: ES_FEATURES,
  zh: ZH_FEATURES,
  ja: JA_FEATURES,
}
