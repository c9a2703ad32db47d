import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../test/processor-time.ts'
import { parseRobots } from './robots.ts'

const allows = (text: string, path: string): boolean =>
  parseRobots(text, 'content-digest').allows(`https://site.example${path}`)

describe('robots.txt', () => {
  it.each([
    ['nothing at all', '', '/a', true],
    ['rules for everybody', 'User-agent: *\nDisallow: /a', '/a/b', false],
    ['rules for others', 'User-agent: wget\nDisallow: /', '/a', true],
    [
      'rules for us before those for everybody',
      'User-agent: *\nDisallow: /\nUser-agent: Content-Digest\nDisallow: /b',
      '/a',
      true,
    ],
    ['our name with a version', 'User-agent: content-digest/2.0\nDisallow: /', '/a', false],
    ['a name that only begins like ours', 'User-agent: content-digest-pro\nDisallow: /', '/a', true],
    [
      'several groups for us',
      'User-agent: content-digest\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: content-digest\nDisallow: /b',
      '/b',
      false,
    ],
    ['one group for several', 'User-agent: x\nUser-agent: content-digest\nDisallow: /a', '/a', false],
    ['an empty rule', 'User-agent: *\nDisallow:', '/a', true],
    ['the longest rule', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['the longest rule, whatever its place', 'User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/c', false],
    ['two rules of equal length', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['a star', 'User-agent: *\nDisallow: /*.php', '/x/index.php?q', false],
    ['a star that finds nothing', 'User-agent: *\nDisallow: /*.php', '/x/index.html', true],
    ['an end', 'User-agent: *\nDisallow: /*.php$', '/index.php', false],
    ['an end that is none', 'User-agent: *\nDisallow: /*.php$', '/index.php?q', true],
    ['an end without a star', 'User-agent: *\nDisallow: /a$', '/ab', true],
    ['stars in a row', 'User-agent: *\nDisallow: /a**b*$', '/axxbyy', false],
    ['signs in percent', 'User-agent: *\nDisallow: /%7Euser/%e4', '/~user/%E4', false],
    ['letters that need percent', 'User-agent: *\nDisallow: /straße', '/stra%C3%9Fe', false],
    ['comments and odd cases', 'USER-AGENT: * # all\ndisallow : /a # this', '/a', false],
    ['other ends of lines', '\uFEFFUser-agent: *\r\nDisallow: /a\rDisallow: /b', '/b', false],
    ['rules before any name', 'Disallow: /', '/a', true],
    ['robots.txt itself', 'User-agent: *\nDisallow: /', '/robots.txt', true],
    ['a web page instead', '<html><body>User-agent: *</body></html>', '/a', true],
  ])('with %s', (_, text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed)
  })

  it('names sitemaps once each, whoever is addressed', () => {
    const { sitemaps } = parseRobots(
      'Sitemap: https://a.example/s.xml\nUser-agent: x\nsitemap:/t.xml\nSitemap: https://a.example/s.xml',
      'content-digest',
    )

    expect(sitemaps).toEqual(['https://a.example/s.xml', '/t.xml'])
  })

  it.each<[string, number, (size: number) => boolean]>([
    [
      'rules',
      200,
      (size) => allows(robots(`Disallow: /${'*a'.repeat(1_000)}$`, size), `/${'a'.repeat(2_000)}b`),
    ],
    [
      'stars',
      1_000,
      (size) => allows(robots(`Disallow: /${'*a'.repeat(size)}$`, 200), `/${'a'.repeat(2_000)}b`),
    ],
    [
      'signs of a path',
      2_000,
      (size) => allows(robots(`Disallow: /${'*a'.repeat(1_000)}$`, 200), `/${'a'.repeat(size)}b`),
    ],
    ['blanks of a line', 2_000, (size) => allows(`User-agent: *\n${' '.repeat(size)}x\nDisallow: /b`, '/a')],
    [
      'names of a group',
      16_000,
      (size) => allows(`${'User-agent: wget\n'.repeat(size)}${'Allow: /\n'.repeat(size)}`, '/a'),
    ],
  ])('costs in proportion to %s, even where rules are made to take much', (_, size, ask) => {
    expect(costGrowth(ask, size)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})

/** Rules for everybody: one, often. */
function robots(rule: string, times: number): string {
  return `User-agent: *\n${`${rule}\n`.repeat(times)}`
}
