import { type Bomb, EITHER, item, READ, rss } from './bomb.ts'

export const SIZE_BOMBS: readonly Bomb[] = [
  {
    name: '200,000 levels of XML',
    body: () => rss(item(`${nested('a', 200_000)}x${'</a>'.repeat(200_000)}`)),
    outcome: EITHER,
  },
  {
    name: '200,000 levels before the feed',
    body: () => nested('a', 200_000) + rss(item('<title>x</title>')),
    outcome: EITHER,
  },
  { name: '200,000 items in each other', body: () => rss('<item>'.repeat(200_000)), outcome: EITHER },
  {
    name: '200,000 levels of XHTML',
    body: () =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml"><div>${nested('b', 200_000)}x</div></content></entry></feed>`,
    outcome: EITHER,
  },
  {
    name: '200,000 levels of HTML',
    body: () => rss(item(`<description><![CDATA[${nested('div', 200_000)}x]]></description>`)),
    outcome: READ,
  },
  {
    name: '200,000 levels of lists',
    body: () => rss(item(`<description><![CDATA[${'<ul><li>'.repeat(100_000)}x]]></description>`)),
    outcome: READ,
  },
  {
    name: '200,000 levels of tables',
    body: () => rss(item(`<description><![CDATA[${'<table><tr><td>'.repeat(70_000)}x]]></description>`)),
    outcome: READ,
  },
  {
    name: '50,000 attributes',
    body: () =>
      rss(`<item ${Array.from({ length: 50_000 }, (_, n) => `a${n}="x"`).join(' ')}><title>x</title></item>`),
    outcome: READ,
  },
  {
    name: '50,000 attributes in HTML',
    body: () =>
      rss(
        item(
          `<description><![CDATA[<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}=x`).join(' ')}>x</p>]]></description>`,
        ),
      ),
    outcome: READ,
  },
  {
    name: '50,000 namespaces',
    body: () =>
      rss(
        `<item ${Array.from({ length: 50_000 }, (_, n) => `xmlns:a${n}="x"`).join(' ')}><title>x</title></item>`,
      ),
    outcome: READ,
  },
  {
    name: 'an attribute of 9 MB',
    body: () => rss(`<item a="${'x'.repeat(9_000_000)}"><title>x</title></item>`),
    outcome: READ,
  },
  {
    name: 'a name of 9 MB',
    body: () => rss(`<item><${'x'.repeat(9_000_000)}/><title>x</title></item>`),
    outcome: READ,
  },
  {
    name: 'a comment of 9 MB',
    body: () => rss(`<!--${'-'.repeat(9_000_000)}-->${item('<title>x</title>')}`),
    outcome: EITHER,
  },
  {
    name: 'an item of 20 MB',
    body: () => rss(item(`<description>${'word '.repeat(4_000_000)}</description>`)),
    outcome: /^tooLarge$/,
  },
  {
    name: 'an item of 9.9 MB',
    body: () => rss(item(`<description>${'word '.repeat(1_970_000)}</description>`)),
    outcome: READ,
  },
  {
    name: 'an item of 9.9 MB of markup',
    body: () => rss(item(`<description><![CDATA[${'<b>x</b>'.repeat(1_230_000)}]]></description>`)),
    outcome: READ,
  },
  {
    name: 'an item of 9.9 MB of <',
    body: () => rss(item(`<description><![CDATA[${'<'.repeat(9_900_000)}]]></description>`)),
    outcome: READ,
  },
  {
    name: 'a title of 9.9 MB',
    body: () => rss(item(`<title>${'word '.repeat(1_970_000)}</title>`)),
    outcome: READ,
  },
  {
    name: '100,000 items',
    body: () =>
      rss(
        Array.from(
          { length: 100_000 },
          (_, n) => `<item><title>${n}</title><link>https://a.example/${n}</link></item>`,
        ).join(''),
      ),
    outcome: READ,
  },
  { name: '1,000,000 empty items', body: () => rss('<item/>'.repeat(1_000_000)), outcome: EITHER },
  {
    name: '100,000 enclosures',
    body: () => rss(item('<enclosure url="https://a.example/x.mp3"/>'.repeat(100_000))),
    outcome: READ,
  },
  { name: 'JSON of 1,000,000 levels', body: () => '['.repeat(1_000_000), outcome: EITHER },
  {
    name: 'JSON of 9.9 MB in one item',
    body: () =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'x',
        items: [{ id: '1', content_text: 'word '.repeat(1_970_000) }],
      }),
    outcome: READ,
  },
  {
    name: 'JSON with __proto__ and its like',
    body: () =>
      '{"version":"https://jsonfeed.org/version/1.1","__proto__":{"polluted":1},"items":[{"id":"1","title":"x","constructor":{"prototype":{"polluted":1}},"__proto__":{"url":"x"}}]}',
    outcome: READ,
  },
  { name: 'JSON of 50 MB', body: () => Buffer.alloc(50_000_000, '{"a":'), outcome: /^tooLarge$/ },
]

function nested(tag: string, levels: number): string {
  return `<${tag}>`.repeat(levels)
}
