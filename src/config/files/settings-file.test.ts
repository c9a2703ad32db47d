import { describe, expect, it } from 'vitest'
import { checkSettings } from './settings-file.ts'

const check = (text: string): readonly string[] => checkSettings(Buffer.from(text), 'digest.yaml').errors

describe('checkSettings', () => {
  it.each([
    ['an empty file', ''],
    ['comments alone', '# nothing yet\n'],
    ['blocks whose settings are commented out', 'server:\n  # port: 1\ncollect:\nsources:\n'],
    ['one element in place of a list', 'server: { trustProxy: 10.0.0.1, corsOrigins: "*" }\n'],
    ['JSON', '{"server": {"port": 1}, "sources": [{"url": "https://a.example/"}]}'],
    ['names that YAML reads as numbers', 'sources:\n  - { id: 26e2, name: 007, url: https://a.example/ }\n'],
    ['a byte order mark', '\uFEFFserver: { port: 1 }\n'],
    [
      'anchors and aliases',
      'sources:\n  - &a { url: https://a.example/, region: &r de }\n  - { url: https://b.example/, region: *r }\n',
    ],
  ])('finds nothing wrong with %s', (_, text) => {
    expect(check(text)).toEqual([])
  })

  it.each([
    [
      'server:\n  prot: 80\n',
      "2:3 unknown key 'prot' in server; allowed here: host, port, baseUrl, title, description, logo, accent, corsOrigins, apiKeys, rateLimit, trustProxy, crawlers, securityContact, drain; did you mean 'port'?",
    ],
    [
      'server:\n  host: 0.0.0.0\n  workers: 2\n',
      '3:3 server.workers is gone: start several `serve --no-collect` on the same store, each on a port of its own, behind a proxy (docs/scaling.md, "Several processes")',
    ],
    [
      'port: 80\n',
      "1:1 unknown key 'port'; allowed here: data, store, server, metrics, collect, retention, changes, ranking, backup, log, sources, rules, hooks, digests, mail; did you mean 'server.port'?",
    ],
    ['server: { port: 99999 }\n', '1:17 server.port must be a whole number from 0 to 65535, not 99999'],
    [
      'server: { port: "80" }\n',
      "1:17 server.port must be a whole number from 0 to 65535, not '80', which is a text; leave out the quotes",
    ],
    ['server: { port: 80.5 }\n', '1:17 server.port must be a whole number from 0 to 65535, not 80.5'],
    [
      'server: 5\n',
      '1:9 server must be a block of settings (host, port, baseUrl, title, description, logo, accent, corsOrigins, apiKeys, rateLimit, trustProxy, crawlers, securityContact, drain), not 5',
    ],
    [
      'server:\n  trustProxy: [10.0.0.1, 10.0.0.0/40]\n',
      "2:26 server.trustProxy[1] must be IP addresses or CIDR blocks, such as 127.0.0.0/8 or ::1, not '10.0.0.0/40'",
    ],
    [
      'collect: { every: 30 }\n',
      '1:19 collect.every must be a duration from 10s to 30d, such as 90s, 30m, 12h or 7d, not 30; the number needs its unit',
    ],
    [
      'log: { level: debgu }\n',
      "1:15 log.level must be one of silent, fatal, error, warn, info, debug, trace, not 'debgu'; did you mean 'debug'?",
    ],
    [
      'store: postgres://ann:s3cret@db\n',
      '1:8 store must name a host and a database, such as postgres://user:password@host/digest; special characters of the password are written as %40 for @ and the like',
    ],
    [
      'store: ./data.db\n',
      '1:8 store must be sqlite: and a file, such as sqlite:./data/digest.db, or postgres:// and a database, such as postgres://user:password@host/digest',
    ],
    [
      'server: { apiKeys: [my-secret-key] }\n',
      '1:21 server.apiKeys[0] must be SHA-256 hashes of keys, as `content-digest keys add` makes them, alone or as { hash, name, scope, rateLimit: { max, per } } with the scope all or feeds',
    ],
    ['sources: {}\n', "1:10 sources must be a list, each entry after a '-', not a block"],
    [
      'sources:\n  - name: A\n',
      '2:5 sources[0].url is missing; it must be an address that begins with http:// or https://, or a short form: hn:top, reddit:r/NAME, youtube:@NAME, github:OWNER/REPO, mastodon:@USER@HOST, bluesky:@USER, lemmy:NAME@HOST, substack:NAME or podcast:NUMBER',
    ],
    [
      'sources:\n  - url: ftp://ann:s3cret@a.example/\n',
      "2:10 sources[0].url must be an address that begins with http:// or https://, or a short form: hn:top, reddit:r/NAME, youtube:@NAME, github:OWNER/REPO, mastodon:@USER@HOST, bluesky:@USER, lemmy:NAME@HOST, substack:NAME or podcast:NUMBER, not 'ftp://…@a.example/'",
    ],
    [
      'sources:\n  - url: "https://a.exam\\tple/feed"\n',
      '2:10 sources[0].url has a tab or a line end in it; remove it',
    ],
    [
      'sources:\n  - url: https://a.exa mple/feed\n',
      '2:10 sources[0].url has a space in its host; remove it',
    ],
    [
      'sources:\n  - url: https://a.example/feed https://b.example/feed\n',
      '2:10 sources[0].url has two addresses; write one',
    ],
    [
      'sources:\n  - url: https://http://a.example/feed\n',
      '2:10 sources[0].url begins with http:// or https:// twice',
    ],
    [
      'sources:\n  - url: https://a.example:99999/feed\n',
      '2:10 sources[0].url has no valid host and port behind http:// or https://',
    ],
    [
      'hello\n',
      '1:1 the file must be a block of settings (data, store, server, metrics, collect, retention, changes, ranking, backup, log, sources, rules, hooks, digests, mail), not a text',
    ],
    ['server:\n\tport: 1\n', '2:1 a tab cannot indent; use spaces'],
    [
      'server: { port: 1 }\nserver: { port: 2 }\n',
      '2:1 this key stands here a second time; keep one of the two',
    ],
    ['a: *nothing\n', '1:4 an alias (*name) stands for nothing that is named before it'],
    [
      'server: !file /etc/passwd\n',
      '1:9 a tag (a word that begins with !) has no meaning here; leave it out',
    ],
    ['!!set { server }\n', '1:1 a tag (a word that begins with !) has no meaning here; leave it out'],
    ['server: { ? [port] : 1 }\n', '1:13 a key must be a plain word'],
    [
      'server: {}\n---\nserver: {}\n',
      "2:1 a second document begins here; a settings file is one, without '---' inside",
    ],
  ])('says where and what is wrong with %j', (text, error) => {
    const errors = check(text)

    expect(errors).toContain(`digest.yaml:${error}`)
  })

  it.each(['log: {}\n...\n', 'log: {}\n...\n---\n# end\n', '---\n---\nlog: {}\n', 'log: {}\n---\n'])(
    'takes marks of where a document begins and ends in %j',
    (text) => {
      const errors = check(text)

      expect(errors).toEqual([])
    },
  )

  it.each([
    [
      'sources:\n  - { url: https://a.example/, type: page }\n',
      "2:5 sources[0].paths.items is missing; a source of type page needs the CSS selector of its entries, such as 'article' or 'ul.news > li'",
    ],
    [
      'sources:\n  - { url: https://a.example/, type: json, paths: { title: name } }\n',
      "2:44 sources[0].paths.items is missing; a source of type json needs the path of its entries, such as 'data.items', or '$' where the whole document is their list",
    ],
    [
      "sources:\n  - { url: https://a.example/, type: page, paths: { items: article, title: 'h2[' } }\n",
      "2:76 sources[0].paths.title must be a CSS selector, with '@attribute' at its end for an attribute, such as h2 or a.more@href, not 'h2['",
    ],
    [
      "sources:\n  - { url: https://a.example/, type: json, paths: { items: 'a[x]' } }\n",
      "2:60 sources[0].paths.items must be a path into JSON, such as data.items, author.name or images[0].src, not 'a[x]'",
    ],
    [
      'sources:\n  - { url: https://a.example/, paths: { items: article } }\n',
      '2:32 sources[0].paths is for sources of type page and json, not feed',
    ],
    [
      'sources:\n  - { url: https://a.example/, type: page, paths: { items: li, titel: h2 } }\n',
      "2:64 unknown key 'titel' in sources[0].paths; allowed here: items, title, url, publishedAt, summary, content, author, image, tags, points, comments, id; did you mean 'title'?",
    ],
    [
      'sources:\n  - { url: hn:top, type: feed }\n',
      "2:26 sources[0].type is feed, but 'hn:top' is a source of type hacker-news; leave 'type' out",
    ],
    [
      'sources:\n  - { url: https://a.example/, type: redit }\n',
      "2:38 sources[0].type must be one of feed, hacker-news, reddit, sitemap, page, json, not 'redit'; did you mean 'reddit'?",
    ],
    [
      'sources:\n  - { url: hn:top }\n  - { url: https://hacker-news.firebaseio.com/v0/topstories.json, name: B }\n',
      '3:12 sources[1].url is the address of another source too; each source has its own (first at line 2)',
    ],
  ])('says of a kind of source %j what is wrong', (text, error) => {
    const errors = check(text)

    expect(errors).toEqual([`digest.yaml:${error}`])
  })

  it.each([
    ['brackets', '['.repeat(50_000)],
    ['braces', '{a: '.repeat(20_000)],
    ['dashes', '- '.repeat(50_000)],
    ['indents', Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('refuses %s that nest without end, and lives', (_, text) => {
    const errors = check(text)

    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^digest\.yaml:\d+:\d+ blocks nest deeper than 64 levels$/)
  })

  it('refuses aliases that multiply', () => {
    const nine = (name: string): string => `*${name}, `.repeat(9)
    const text = [
      'a: &a [x]',
      ...['ab', 'bc', 'cd', 'de'].map(([of = '', to = '']) => `${to}: &${to} [${nine(of)}]`),
    ]

    const errors = check(text.join('\n'))

    expect(errors.join('\n')).toMatch(/^digest\.yaml:2:8 aliases \(\*name\) repeat more than 50 values/m)
  })

  it('tells all errors at once, in the order of the file', () => {
    const text = [
      'log: { level: loud }',
      'servr: {}',
      'sources:',
      '  - { id: a, url: https://a.example/, wieght: 2 }',
      '  - { id: a, url: http://www.a.example }',
      '  - { name: B, url: nowhere }',
    ]

    const errors = check(text.join('\n'))

    expect(errors.map((error) => /:\d+:\d+ (?:unknown key )?[^ ]+/.exec(error)?.[0])).toEqual([
      ':1:15 log.level',
      ":2:1 unknown key 'servr';",
      ":4:39 unknown key 'wieght'",
      ':5:11 sources[1].id',
      ':5:19 sources[1].url',
      ':6:21 sources[2].url',
    ])
  })

  it('names the other place of what stands twice', () => {
    const errors = check(
      'sources:\n  - { name: The News, url: https://a.example/ }\n  - { name: the news, url: https://b.example/ }\n',
    )

    expect(errors).toEqual([
      "digest.yaml:3:5 sources[1] gets the id 'the-news' from its name, as another source does; give one of them an 'id' (first at line 2)",
    ])
  })

  it('says nothing of what stands after the text stops being YAML', () => {
    const errors = check('log: { level: loud }\nserver:\n\tprot: 1\nprt: 2\n')

    expect(errors).toHaveLength(2)
    expect(errors[0]).toMatch(/^digest\.yaml:1:15 log\.level/)
    expect(errors[1]).toBe('digest.yaml:3:1 a tab cannot indent; use spaces')
  })

  it('places bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('log: {}\ndata: caf'), Buffer.from([0xe9])])

    const { errors } = checkSettings(bytes, 'digest.yaml')

    expect(errors).toContain('digest.yaml:2:10 not UTF-8 text; save the file as UTF-8')
  })
})
