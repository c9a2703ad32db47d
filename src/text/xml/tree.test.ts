import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { readFeed } from '../../sources/feed/read.ts'
import { parseXml, type XmlElement } from './tree.ts'

describe('reading anything as XML', () => {
  it.each([
    ['a stray end tag', '<a><b>x</i></b></a>', 'a(b"x")'],
    ['an end tag of something outside', '<a><b><c>x</b>y</a>', 'a"y"(b(c"x"))'],
    ['an end tag without its end', '<a><b>x</b <c>y</c></a>', 'a(b"x" c"y")'],
    ['a start tag without its end', '<a><b x="1" <c>y</c></b></a>', 'a(b(c"y"))'],
    ['a quote that does not close', '<a><b x="1><c>y</c></b></a>', 'a(b(c"y"))'],
    ['text in CDATA twice', '<a><b><![CDATA[<![CDATA[x]]]]><![CDATA[>]]></b></a>', 'a(b"x")'],
    ['text in CDATA that is escaped', '<a><b> &lt;![CDATA[x]]&gt; </b></a>', 'a(b"x")'],
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
  it.each<[string, number, (size: number) => string]>([
    ['levels', 200_000, (size) => '<a>'.repeat(size)],
    ['levels that close', 200_000, (size) => '<a>'.repeat(size) + '</a>'.repeat(size)],
    ['ends without a start', 200_000, (size) => `<a>${'</b>'.repeat(size)}`],
    ['signs that open nothing', 1_000_000, (size) => '<'.repeat(size)],
    ['attributes', 50_000, (size) => `<a ${numbered(size, (n) => `a${n}="x"`)}>`],
    ['signs in an attribute', 5_000_000, (size) => `<a x="${'y'.repeat(size)}">`],
    ['quotes that do not close', 100_000, (size) => '<a b="'.repeat(size)],
    ['CDATA sections that do not close', 100_000, (size) => '<a><![CDATA['.repeat(size)],
    ['comments that do not close', 100_000, (size) => '<a><!--'.repeat(size)],
    ['CDATA sections that one end closes', 100_000, (size) => `${'<a><![CDATA[</a>'.repeat(size)}]]>`],
    ['empty elements', 2_500_000, (size) => '<a/>'.repeat(size)],
    ['declarations that do not close', 100_000, (size) => '<a><!b'.repeat(size)],
    ['document types that do not close', 100_000, (size) => '<!DOCTYPE a ['.repeat(size)],
    ['ampersands', 1_000_000, (size) => `<a>${'&'.repeat(size)}</a>`],
    ['namespaces', 100_000, (size) => `<a ${numbered(size, (n) => `xmlns:a${n}="x"`)}>`],
    ['elements that declare a namespace', 20_000, (size) => '<a xmlns:b="c"><d/></a>'.repeat(size)],
  ])('of so many %s cost in proportion: %i', (_, size, document) => {
    expect(costGrowth((some) => parseXml(document(some), undefined), size)).toBeLessThan(FAR_FROM_QUADRATIC)
  })

  it('of entities of their own stay as they are written', () => {
    const source =
      '<!DOCTYPE a [<!ENTITY l0 "lol"><!ENTITY l1 "&l0;&l0;">]><a b="&l1;">&l1; &amp; &eacute;</a>'

    const a = find(parseXml(source, undefined).root, 'a')

    expect([a.text, a.attributes.get('b')]).toEqual(['&l1; & é', '&l1;'])
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

function numbered(count: number, write: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => write(n)).join(' ')
}

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

it('a title that is remembered does not keep its document in memory', () => {
  const collectGarbage = garbageCollector()
  const remembered: string[] = []
  collectGarbage()
  const before = process.memoryUsage().heapUsed

  for (let i = 0; i < 100; i++) {
    const item = `<item><title>A title of some length, ${i}</title><guid>an-identity-${i}</guid><description>${'x'.repeat(500_000)}</description></item>`
    const reading = readFeed(Buffer.from(`<rss><channel>${item}</channel></rss>`), undefined, undefined)
    if (reading.kind !== 'feed') continue
    for (const { title, guid } of reading.entries) remembered.push(title, guid ?? '')
  }

  collectGarbage()
  expect(remembered).toHaveLength(200)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
})

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void // a function by the flag's own documentation
}
