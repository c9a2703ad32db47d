import { parseXml, type XmlElement } from '../xml/tree.ts'
import { escapeHtml } from './escape-html.ts'

/** A formula in MathML. One before its own picture or HTML (Wikipedia, KaTeX) is not needed. */
const MATHML =
  /<((?:\w{1,5}:)?math)\b(?:(?!<\/?(?:\w{1,5}:)?math\b)[^]){0,50000}<\/\1\s*>(?!\s*<\/span>\s*<(?:img|span[^<>]*katex-html))/gi

/** A script with its attributes and text; one of type `TEX` holds a formula. */
const SCRIPT = /<script\b([^<>]*)>((?:(?!<\/?script)[^]){0,5000})<\/script\s*>/gi
const TEX = /\btype\s*=\s*["']?math\/tex/i

/**
 * Replaces formulas by text, since MathML is removed: by their TeX if stated, otherwise by a line such as `x=10^(-3)`.
 */
export function withFormulas(html: string): string {
  if (!/math[\s>]|math\/tex/i.test(html)) return html
  return html
    .replace(SCRIPT, (script, attributes: string, text: string) =>
      TEX.test(attributes) ? escapeHtml(text.trim()) : script,
    )
    .replace(MATHML, (written) => {
      const [math] = parseXml(written, undefined).root.children
      if (math === undefined) return ''
      const tex = math.attributes.get('alttext') ?? texOf(math)
      return escapeHtml(tex?.replace(/^\{\\(?:display|text)style\s*([^]*)\}$/, '$1').trim() ?? lineOf(math))
    })
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

function texOf(element: XmlElement): string | undefined {
  if (localName(element) === 'annotation' && /tex/i.test(element.attributes.get('encoding') ?? ''))
    return element.text
  for (const child of element.children) {
    const tex = texOf(child)
    if (tex !== undefined) return tex
  }
  return undefined
}

function lineOf(element: XmlElement): string {
  const parts = element.children.map(lineOf)
  const [base = '', first = '', second = ''] = parts
  switch (localName(element)) {
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'msup':
      return `${base}^${grouped(first)}`
    case 'msub':
      return `${base}_${grouped(first)}`
    case 'msubsup':
      return `${base}_${grouped(first)}^${grouped(second)}`
    case 'mfrac':
      return `${grouped(base)}/${grouped(first)}`
    case 'msqrt':
      return `√${grouped(parts.join(''))}`
    default:
      return element.text.trim() + parts.join('')
  }
}

function grouped(part: string): string {
  return /^.?$/u.test(part) ? part : `(${part})`
}
