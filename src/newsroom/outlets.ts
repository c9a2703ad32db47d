import type { Outlet } from './outlet.ts'
import { CHINESE_OUTLETS } from './outlets/chinese.ts'
import { ENGLISH_OUTLETS } from './outlets/english.ts'
import { GERMAN_OUTLETS } from './outlets/german.ts'
import { JAPANESE_OUTLETS } from './outlets/japanese.ts'
import { SPANISH_OUTLETS } from './outlets/spanish.ts'

/** The publications of the newsroom: all of them invented, like everything that they report. */
export const OUTLETS: readonly Outlet[] = [
  ...ENGLISH_OUTLETS,
  ...GERMAN_OUTLETS,
  ...SPANISH_OUTLETS,
  ...CHINESE_OUTLETS,
  ...JAPANESE_OUTLETS,
]
