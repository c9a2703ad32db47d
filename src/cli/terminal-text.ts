import type { QueryNode, SearchField } from '../model/search.ts'
import { findMarks } from '../search/highlight/highlight.ts'

/** Select Graphic Rendition, ECMA-48: what switches a style on, and off again. */
export type Style = readonly [on: number, off: number]
export const BOLD: Style = [1, 22]
export const FAINT: Style = [2, 22]
/** Inverted colours: seen on any background. */
const INVERTED: Style = [7, 27]

/** Writes text for a terminal; without colours where it goes to a file. */
export interface Paint {
  style(text: string, style: Style): string
  /** Text in which what a query found is marked. */
  marked(text: string, node: QueryNode, language: string | null, style?: Style, field?: SearchField): string
}

export function colouring(colours: boolean): Paint {
  const style = (text: string, [on, off]: Style): string =>
    colours ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return {
    style,
    marked(text, node, language, around, field) {
      const clean = shown(text)
      let painted = ''
      let at = 0
      for (const match of findMarks(clean, node, language, field)) {
        painted += clean.slice(at, match.start) + style(clean.slice(match.start, match.end), INVERTED)
        at = match.end
      }
      painted += clean.slice(at)
      return around === undefined ? painted : style(painted, around)
    },
  }
}

/** Text of a source without what a terminal would obey. */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
