import type { QueryNode, SearchField } from '../model/search.ts'
import { findWholeMarks } from '../search/highlight/find-marks.ts'
import { printable } from './terminal.ts'

/** Codes that switch a style on and off: Select Graphic Rendition, ECMA-48. */
export type Style = readonly [on: number, off: number]
export const BOLD: Style = [1, 22]
export const FAINT: Style = [2, 22]
/** Inverted colours are visible on any background. */
const INVERTED: Style = [7, 27]

/** Styles text for a terminal; plain for a file. */
export interface Paint {
  style(text: string, style: Style): string
  marked(text: string, node: QueryNode, language: string | null, style?: Style, field?: SearchField): string
}

export function colouring(colours: boolean): Paint {
  const style = (text: string, [on, off]: Style): string =>
    colours ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return {
    style,
    marked(text, node, language, around, field) {
      const clean = printable(text)
      let painted = ''
      let at = 0
      for (const match of findWholeMarks(clean, node, language, field)) {
        painted += clean.slice(at, match.start) + style(clean.slice(match.start, match.end), INVERTED)
        at = match.end
      }
      painted += clean.slice(at)
      return around === undefined ? painted : style(painted, around)
    },
  }
}
