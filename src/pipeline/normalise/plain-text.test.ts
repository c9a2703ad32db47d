import { describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { fc } from '../../../test/properties.ts'
import type { EntryDraft } from '../../model/item.ts'
import { readFeed } from '../../sources/feed/read.ts'
import { escapeHtml } from '../../text/html/escape-html.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import { entryContext, normalizeEntry } from './normalise.ts'

/** Titles in which all that looks like markup is text. */
const NAMING = `
<script> tags slow pages down
Where may <style> stand?
<p> or <div>: which one?
Lazy <iframe> loading, explained
Why <img> needs a size
Why <img alt=""> is right
Stop using <b> for headlines
When <i> and when <em>
<h1> to <h6>
<ul> & <li>
<s> vs <del>
<a> vs <button>, once and for all
<title>, <textarea> and <xmp>
<plaintext> is back
<noscript>, <template> and <slot>
<br> vs <hr>
The <br> tag
<br> elements in poems
Is <p></p> allowed?
</script> in strings
The </p> is optional
<my-element> in practice
<!DOCTYPE html>
<?php echo 1 ?>
<html lang="en"> matters
<input type="date"> everywhere
<a target="_blank"> is safe
<script type="module"> loads later
<svg> icons and <math>
Map<String, List<Integer>>
List<Object> vs List<S>
std::vector<int> and Vec<T>
<T> in TypeScript
Promise<void>
if a<b then c>d
a < b > c
I <3 this
5 < 6 and 7 > 6
Jane <jane@example.com> writes
<a@example.com> wrote
`
  .trim()
  .split('\n')

const VERSION = 'https://jsonfeed.org/version/1.1'

const rss = (title: string, more = '') =>
  `<rss><channel><item><title>${title}</title>${more}</item></channel></rss>`
const atom = (type: string, title: string, more = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="${type}">${title}</title>${more}</entry></feed>`
const json = (title: string, more: object = {}) =>
  JSON.stringify({ version: VERSION, items: [{ id: '1', title, ...more }] })

function draftOf(document: string): EntryDraft {
  const reading = readFeed(Buffer.from(document), undefined, 'https://tide.example/feed')
  const entry = reading.kind === 'feed' ? reading.entries[0] : undefined
  if (reading.kind !== 'feed' || entry === undefined) throw new RangeError('an entry must be read')
  return normalizeEntry(entry, entryContext(aSource('tide'), reading.feed, [], 1_700_000_000_000))
}
const titleIn = (document: string) => draftOf(document).title

const FORMS: readonly [string, (title: string) => string][] = [
  ['RSS', (title) => rss(escapeHtml(title))],
  ['RSS, escaped twice', (title) => rss(escapeHtml(escapeHtml(title)))],
  ['RSS in CDATA', (title) => rss(`<![CDATA[${title}]]>`)],
  ['RSS in CDATA, escaped', (title) => rss(`<![CDATA[${escapeHtml(title)}]]>`)],
  ['Atom text', (title) => atom('text', escapeHtml(title))],
  ['Atom HTML', (title) => atom('html', escapeHtml(escapeHtml(title)))],
  ['Atom HTML, escaped once', (title) => atom('html', escapeHtml(title))],
  [
    'Atom XHTML',
    (title) => atom('xhtml', `<div xmlns="http://www.w3.org/1999/xhtml">${escapeHtml(title)}</div>`),
  ],
  ['JSON Feed', (title) => json(title)],
]

describe('a title that names elements', () => {
  it.each(FORMS)('keeps every word in %s', (_, write) => {
    expect(NAMING.map((title) => titleIn(write(title)))).toEqual(NAMING)
  })

  it.each([
    ['<b>Storm</b> at sea', 'Storm at sea'],
    ['H<sub>2</sub>O, E = mc<sup>2</sup>', 'H2O, E = mc2'],
    ['Storm<br>at<br />sea', 'Storm at sea'],
    ['<a href="https://tide.example/">Storm</a>', 'Storm'],
    ['<span class="kicker">Sea:</span> storm', 'Sea: storm'],
    ['<img src="storm.png" alt="Storm"> At sea', 'At sea'],
    ['<a href="/"><img src="storm.png"></a> At sea', 'At sea'],
    ['<strong><em>Storm</em></strong>', 'Storm'],
    ['<p>Storm', 'Storm'],
    ['Storm</b>', 'Storm'],
    ['Storm <!-- at noon --> at sea', 'Storm at sea'],
    ['<b>Storm</b> over <canvas>', 'Storm over <canvas>'],
  ])('loses markup: %j', (written, title) => {
    expect(titleIn(rss(escapeHtml(written)))).toBe(title)
    expect(titleIn(rss(escapeHtml(escapeHtml(written))))).toBe(title)
    expect(titleIn(atom('html', escapeHtml(written)))).toBe(title)
  })

  it('keeps elements with their ends where the source says that it is plain text', () => {
    const title = 'Write <b>storm</b> & <script>x</script>, not <i>storm</i>'

    expect(titleIn(json(title))).toBe(title)
    expect(titleIn(atom('text', escapeHtml(title)))).toBe(title)
  })

  it.each(['<b>', '</b>', '<a "', '<!--', '<br>', '&lt;b&gt;'])('costs in proportion, of %j', (piece) => {
    expect(costGrowth((size) => titleHtml(piece.repeat(size)), 100_000)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})

describe('plain text of a source', () => {
  const text = 'Write <b>storm</b> & <script>x</script>, 1 < 2 &amp; so on'

  it.each([
    ['content_text of JSON Feed', json('Storm', { content_text: text })],
    ['summary of Atom', atom('text', 'Storm', `<summary type="text">${escapeHtml(text)}</summary>`)],
    ['content of Atom', atom('text', 'Storm', `<content type="text">${escapeHtml(text)}</content>`)],
  ])('is no markup: %s', (_, document) => {
    const { contentHtml, summary } = draftOf(document)

    expect(contentHtml).toBe(
      'Write &lt;b&gt;storm&lt;/b&gt; &amp; &lt;script&gt;x&lt;/script&gt;, 1 &lt; 2 &amp;amp; so on',
    )
    expect(summary).toBe(text)
  })

  const token = fc.constantFrom(
    ...'storm |sea|<b>|</b>|<script>|</script>|alert(1)|<img src=x onerror=y>|<p>|<br>|&|&amp;|&lt;|<|>|"|=|<!--|-->|<style>|<T>|日本|\n'.split(
      '|',
    ),
  )

  it.each([
    ['plain text', (written: string) => json('A title of its own', { content_text: written })],
    [
      'HTML',
      (written: string) => rss('A title of its own', `<description>${escapeHtml(written)}</description>`),
    ],
  ])('has every word in the summary that the content has: %s', (_, write) => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const { contentHtml, summary } = draftOf(write(tokens.join('')))

        const shown = contentHtml
          .replace(/<[^<>]*>/g, ' ')
          .replace(/&(?:lt|gt|amp);/g, (sign) => SIGNS[sign] ?? '')
        expect(wordsOf(summary).join('')).toBe(wordsOf(shown).join(''))
      }),
      { numRuns: 1_000 },
    )
  })
})

const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}
