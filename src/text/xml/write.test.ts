import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { cdataElement, element, textElement, xmlDocument } from './write.ts'

describe('element', () => {
  it('escapes text and attributes', () => {
    const xml = element('a', { b: `<"&'>`, c: undefined, d: 0 }, `x < y & z > "w" 'v'`)

    expect(xml).toBe(
      '<a b="&lt;&quot;&amp;&apos;&gt;" d="0">x &lt; y &amp; z &gt; &quot;w&quot; &apos;v&apos;</a>',
    )
  })

  it('nests finished pieces and passes over what is not there', () => {
    const xml = element('a', {}, [
      textElement('b', null),
      textElement('c', ''),
      element('d', {}, 'x'),
      undefined,
    ])

    expect(xml).toBe('<a><d>x</d></a>')
  })

  it('drops what XML forbids, and nothing else', () => {
    const xml = element('a', {}, '\0\u0001\u0008\u000b\u001f\ufffe\uffff\ud800x\t\n\u0085\ue000\ufffd🌊')

    expect(xml).toBe('<a>x\t\n\u0085\ue000\ufffd🌊</a>')
  })

  it('is read back as it was written, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const allowed = text.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

        const document = xmlDocument(
          element('a', { b: text }, [element('c', {}, text), cdataElement('d', text)]),
        )

        expect(read(document.toString('utf8'))).toEqual({ attribute: allowed, c: allowed, d: allowed })
      }),
    )
  })
})

describe('cdataElement', () => {
  it('splits what would end it', () => {
    const xml = cdataElement('a', 'x]]>y]]]]>>z')

    expect(xml).toBe('<a><![CDATA[x]]]]><![CDATA[>y]]]]]]><![CDATA[>>z]]></a>')
  })
})

function read(xml: string) {
  const texts: Record<string, string> = { a: '', c: '', d: '' }
  let attribute = ''
  const path: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        path.push(name)
        attribute = attributes['b'] ?? attribute
      },
      ontext(text) {
        const name = path.at(-1) ?? ''
        texts[name] = (texts[name] ?? '') + text
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { attribute, c: texts['c'], d: texts['d'] }
}
