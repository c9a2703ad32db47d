import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { VECTORS } from '../../../test/safety/xss/vectors.ts'
import type { Entry } from '../../model/entry.ts'
import type { ItemDraft } from '../../model/item.ts'
import { identifyEntries } from '../../pipeline/identify/identify.ts'
import { entryContext, normalizeEntry } from '../../pipeline/normalise/normalise.ts'
import { escapeHtml } from './escape-html.ts'
import { ELEMENTS } from './rules.ts'
import { sanitize } from './sanitize.ts'

/** Attributes that do nothing in a text about elements: `<input type="date">`. */
const SPOKEN = new Set(
  'alt dir for height lang loading max media min placeholder rel target type width'.split(' '),
)

/** A tag as `sanitize` writes them, attributes included: nothing else may hold `<` or `>`. */
const STRICT_TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)>/g
const ATTRIBUTE = / ([a-z]+)(?:="([^"<>]*)")?/g
const LINKS = new Set(['href', 'src', 'poster', 'cite'])
const PLAIN = new Set(
  'rel loading controls preload alt title width height colspan rowspan span start value datetime type scope reversed dir lang'.split(
    ' ',
  ),
)

/** What could do something in sanitised HTML, by reading it strictly: no browser needs to guess at it. */
function liveInHtml(html: string): string[] {
  const found: string[] = []
  const rest = html.replace(STRICT_TAG, (tag, end: string, name: string, attributes: string) => {
    if (!ELEMENTS.has(name)) found.push(tag)
    if (end !== '' && attributes !== '') found.push(tag)
    for (const [whole, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const link = LINKS.has(attribute) && /^(?:https?:\/\/[^\s]|mailto:[^\s])/.test(value)
      if (!link && !PLAIN.has(attribute)) found.push(whole)
    }
    return ''
  })
  if (/[<>]/.test(rest)) found.push(rest)
  return found
}

/** What could do something if a plain text were shown as HTML. */
function liveInText(text: string): string[] {
  const found: string[] = []
  let script = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      const live = Object.entries(attributes).some(
        ([key, value]) => (value !== '' && !SPOKEN.has(key)) || key.startsWith('on'),
      )
      if (live) found.push(name)
      script = ''
    },
    ontext(text) {
      script += text
    },
    onclosetag(name, implied) {
      if (name === 'script' && !implied && /[(`=[{]/.test(script)) found.push(name)
    },
  })
  parser.end(text)
  return found
}

const SOURCE = {
  id: 'evil',
  name: 'Evil',
  type: 'feed',
  url: 'https://evil.example/feed',
  category: 'general',
  region: null,
  language: null,
  weight: 1,
  enabled: true,
  everyMs: 1,
} as const
const FEED = { title: 'Evil', siteUrl: undefined, language: undefined, iconUrl: undefined, ttlMs: undefined }

function draftOf(entry: Entry): ItemDraft {
  const [identified] = identifyEntries([entry], SOURCE, FEED)
  if (!identified) throw new RangeError('an entry must be identified')
  const { entry: ownEntry, ...identity } = identified
  return { ...normalizeEntry(ownEntry, entryContext(SOURCE, FEED, [], 1_700_000_000_000)), ...identity }
}

/** A vector in every field of an entry. */
function hostile(vector: string): Entry {
  return {
    guid: vector,
    url: vector,
    title: vector,
    summaryHtml: vector,
    contentHtml: vector,
    author: vector,
    tags: [vector],
    publishedAt: undefined,
    updatedAt: undefined,
    imageUrl: vector,
    commentsUrl: vector,
    enclosures: [{ url: vector, mimeType: vector, bytes: 1 }],
    engagement: undefined,
    language: vector,
  }
}

/** Live parts of each field of a draft, by the field's name. */
function liveParts(draft: ItemDraft): Record<string, string[]> {
  const { url, imageUrl, commentsUrl, enclosures } = draft
  const addresses = [url, imageUrl, commentsUrl, ...enclosures.map((enclosure) => enclosure.url)]
  const fields = {
    contentHtml: liveInHtml(draft.contentHtml),
    title: liveInText(draft.title),
    summary: liveInText(draft.summary),
    author: liveInText(draft.author ?? ''),
    tags: draft.tags.flatMap(liveInText),
    language: liveInText(draft.language ?? ''),
    mediaTypes: enclosures.flatMap(({ mimeType }) => liveInText(mimeType ?? '')),
    addresses: addresses.filter((address) => address !== null && !/^https?:\/\/[^\s"<>]+$/.test(address)),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, live]) => live.length > 0)) as Record<
    string,
    string[]
  >
}

describe('hostile markup', () => {
  it('is tried in over 200 forms', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(200)
    expect(new Set(VECTORS).size).toBe(VECTORS.length)
  })

  it('would be found by the checks of this test if it came through', () => {
    const raw = VECTORS.filter((vector) => liveInHtml(vector).length > 0)

    expect(raw.length).toBeGreaterThan(0.9 * VECTORS.length)
  })

  it.each([
    ['as it is', (vector: string) => vector],
    ['escaped once more', escapeHtml],
    ['escaped twice more', (vector: string) => escapeHtml(escapeHtml(vector))],
    ['within markup', (vector: string) => `<p>before <b>${vector}</b> after</p>`],
    ['within an attribute', (vector: string) => `<p title="${vector}">x</p><a href='${vector}'>x</a>`],
    ['after an open tag', (vector: string) => `<table><tr><td><a href="${vector}`],
  ])('leaves nothing live in any field, written %s', (_, written) => {
    const live = VECTORS.flatMap((vector) => {
      const parts = liveParts(draftOf(hostile(written(vector))))
      return Object.keys(parts).length === 0 ? [] : [{ vector, parts }]
    })

    expect(live).toEqual([])
  })

  it('leaves nothing for another sanitiser to take away', () => {
    const another = (html: string) =>
      sanitizeHtml(html, {
        allowedTags: [...ELEMENTS.keys()],
        allowedAttributes: { '*': [...LINKS, ...PLAIN] },
        allowedSchemes: ['http', 'https', 'mailto'],
      })
    const namesIn = (html: string) =>
      [...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)].map(([, name = '', attributes = '']) => [
        name,
        ...attributes
          .replace(/="[^"]*"/g, '')
          .trim()
          .split(/[ /]+/)
          .filter(Boolean)
          .sort(),
      ])

    for (const vector of VECTORS) {
      const ours = sanitize(`<p>${vector}</p>`, 'https://news.example/a').html

      expect(namesIn(another(ours))).toEqual(namesIn(ours))
    }
  })

  it('leaves nothing live where it is put together at random', () => {
    const token = fc.oneof(
      fc.constantFrom(...VECTORS),
      fc.constantFrom(
        ...'<|>|"|\'|/|=|<!--|-->|]]>|<svg>|</svg>|<math>|<style>|</style>|<p |<a href=|&lt;|&#|x'.split('|'),
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )

    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const once = sanitize(tokens.join(''), 'https://news.example/a')

        expect(liveInHtml(once.html)).toEqual([])
        expect(liveInHtml(sanitize(once.html, undefined).html)).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })
})
