import { describe, expect, it } from 'vitest'
import { parseXml, type XmlElement } from './tree.ts'

/** Most processor time for any of the bombs, ms: most take a tenth of it. */
const PATIENCE_MS = 2_000

describe('reading anything as XML', () => {
  it.each([
    ['a stray end tag', '<a><b>x</i></b></a>', 'a(b"x")'],
    ['an end tag of something outside', '<a><b><c>x</b>y</a>', 'a"y"(b(c"x"))'],
    ['an end tag without its end', '<a><b>x</b <c>y</c></a>', 'a(b"x" c"y")'],
    ['a start tag without its end', '<a><b x="1" <c>y</c></b></a>', 'a(b(c"y"))'],
    ['a quote that does not close', '<a><b x="1><c>y</c></b></a>', 'a(b(c"y"))'],
    ['a CDATA section that does not close', '<a><b><![CDATA[x</b><c>y</c></a>', 'a(b"x" c"y")'],
    ['a comment that does not close', '<a><!-- x ><b>y</b></a>', 'a(b"y")'],
    ['signs that should have been escaped', '<a>1 < 2 & 3 <3</a>', 'a"1 < 2 & 3 <3"'],
    ['a field left open', '<item><title>x<guid>y</guid></item>', 'item(title"x" guid"y")'],
    [
      'an item left open',
      '<channel><item><title>x</title><item><title>y</title>',
      'channel(item(title"x") item(title"y"))',
    ],
    ['a document cut off', '<a><b>x</b><c>y', 'a(b"x" c"y")'],
    ['nothing', '', ''],
    ['no markup', 'just words', ''],
  ])('survives %s', (_, source, shape) => {
    const { root } = parseXml(source, undefined)

    expect(root.children.map(shapeOf).join(' ')).toBe(shape)
  })

  it('resolves bases and languages from the outside in', () => {
    const source = '<a xml:base="/x/" xml:lang="de"><b xml:base="y/"><c/></b></a>'

    const { root } = parseXml(source, 'https://h.example/feed')

    expect(find(root, 'c')).toMatchObject({ base: 'https://h.example/x/y/', language: 'de' })
  })
})

describe('bombs', () => {
  it.each([
    ['200,000 levels', '<a>'.repeat(200_000)],
    ['200,000 levels that close', '<a>'.repeat(200_000) + '</a>'.repeat(200_000)],
    ['200,000 ends without a start', `<a>${'</b>'.repeat(200_000)}`],
    ['1,000,000 signs that open nothing', '<'.repeat(1_000_000)],
    ['50,000 attributes', `<a ${Array.from({ length: 50_000 }, (_, i) => `a${i}="x"`).join(' ')}>`],
    ['an attribute of 5 MB', `<a x="${'y'.repeat(5_000_000)}">`],
    ['100,000 quotes that do not close', '<a b="'.repeat(100_000)],
    ['100,000 CDATA sections that do not close', '<a><![CDATA['.repeat(100_000)],
    ['100,000 comments that do not close', '<a><!--'.repeat(100_000)],
    ['100,000 CDATA sections that one end closes', `${'<a><![CDATA[</a>'.repeat(100_000)}]]>`],
    ['10 MB of empty elements', '<a/>'.repeat(2_500_000)],
    ['100,000 declarations that do not close', '<a><!b'.repeat(100_000)],
    ['100,000 document types that do not close', '<!DOCTYPE a ['.repeat(100_000)],
    ['1,000,000 ampersands', `<a>${'&'.repeat(1_000_000)}</a>`],
    ['100,000 namespaces', `<a ${Array.from({ length: 100_000 }, (_, i) => `xmlns:a${i}="x"`).join(' ')}>`],
    ['20,000 elements that each declare a namespace', '<a xmlns:b="c"><d/></a>'.repeat(20_000)],
  ])('of %s are defused', (_, source) => {
    const before = process.cpuUsage()

    parseXml(source, undefined)

    expect(cpuMs(before)).toBeLessThan(PATIENCE_MS)
  })

  it('of entities within entities expand to next to nothing', () => {
    const levels = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`)
    const source = `<!DOCTYPE a [<!ENTITY l0 "lol">${levels.join('')}]><a>${'&l20;&l3;'.repeat(100)}</a>`

    const { root } = parseXml(source, undefined)

    expect(find(root, 'a').text.length).toBeLessThan(500_000)
  })

  it('of one long entity used often stay within a budget', () => {
    const source = `<!DOCTYPE a [<!ENTITY e "${'x'.repeat(1_000)}">]><a>${'&e;'.repeat(100_000)}</a>`
    const before = process.cpuUsage()

    const { root } = parseXml(source, undefined)

    expect(find(root, 'a').text.length).toBeLessThan(600_000)
    expect(cpuMs(before)).toBeLessThan(PATIENCE_MS)
  })

  it('of outside entities open nothing', () => {
    const source =
      '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://x.example/">%p;<!ENTITY f SYSTEM "file:///etc/hostname">]><a>&f;</a>'

    expect(find(parseXml(source, undefined).root, 'a').text).toBe('&f;')
  })

  it('of names leave objects as they were', () => {
    parseXml('<__proto__ polluted="1"><constructor><prototype x="y"/></constructor></__proto__>', undefined)

    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
})

function shapeOf({ name, text, children }: XmlElement): string {
  const words = text.trim() === '' ? '' : JSON.stringify(text.trim())
  return `${name}${words}${children.length === 0 ? '' : `(${children.map(shapeOf).join(' ')})`}`
}

function find(element: XmlElement, name: string): XmlElement {
  const pending = [element]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one.name === name) return one
    pending.push(...one.children)
  }
  throw new Error(`no <${name}>`)
}

/** Processor time since `before`, which other work on the machine does not change. */
function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
