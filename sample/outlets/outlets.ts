import { CHINESE_OUTLETS } from './chinese.ts'
import { ENGLISH_OUTLETS } from './english.ts'
import { GERMAN_OUTLETS } from './german.ts'
import { JAPANESE_OUTLETS } from './japanese.ts'
import type { Outlet } from './outlet.ts'
import { SPANISH_OUTLETS } from './spanish.ts'

/** The publications of the newsroom: all of them invented, like everything that they report. */
export const OUTLETS: readonly Outlet[] = [
  ...ENGLISH_OUTLETS,
  ...GERMAN_OUTLETS,
  ...SPANISH_OUTLETS,
  ...CHINESE_OUTLETS,
  ...JAPANESE_OUTLETS,
]
