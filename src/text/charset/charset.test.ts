import { describe, expect, it } from 'vitest'
import { decodeDocument } from './charset.ts'

const GREETING = '<?xml version="1.0"?><t>Grüße – €</t>'

describe('the charset of a document', () => {
  it('is what its byte order mark says, whatever else is said', () => {
    const utf16 = Buffer.from(`\uFEFF${GREETING}`, 'utf16le')

    expect(decodeDocument(utf16, 'text/xml; charset=iso-8859-1')).toMatchObject({
      text: expect.stringContaining('Grüße – €'),
    })
    expect(decodeDocument(swapped(utf16), undefined)).toMatchObject({
      charset: 'utf-16be',
      text: expect.stringContaining('– €'),
    })
    expect(decodeDocument(Buffer.from(`\uFEFF${GREETING}`), 'text/xml; charset=koi8-r').text).toBe(GREETING)
  })

  it('is seen in the zeros of wide ones without a mark', () => {
    expect(decodeDocument(Buffer.from(GREETING, 'utf16le'), undefined).text).toBe(GREETING)
    expect(decodeDocument(swapped(Buffer.from(GREETING, 'utf16le')), undefined).text).toBe(GREETING)
    expect(decodeDocument(utf32(GREETING), undefined).text).toBe(GREETING)
  })

  it('is seen in JSON too, with a mark, with a name in the header, or with neither', () => {
    const json = ' {"title": "Grüße – €"}'
    const utf16 = Buffer.from(json, 'utf16le')

    for (const header of [undefined, 'application/json; charset=utf-16', 'application/json; charset=utf-8']) {
      expect(decodeDocument(utf16, header).text).toBe(json)
      expect(decodeDocument(swapped(utf16), header).text).toBe(json)
      expect(decodeDocument(utf32(json), header).text).toBe(json)
      expect(decodeDocument(utf32(`\uFEFF${json}`), header).text).toBe(json)
    }
  })

  it('is what the header says before what the document says', () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><t>'),
      Buffer.from([0xd0, 0xcf, 0xd4, 0xcf, 0xcd]),
    ])

    expect(decodeDocument(bytes, 'text/xml; charset="KOI8-R"').text).toContain('потом')
    expect(decodeDocument(bytes, 'text/xml').text).toContain('РПФПН')
  })

  it('is what a page says behind its scripts, unless it is UTF-8', () => {
    const page = `<html><head>${'<script>a()</script>'.repeat(200)}<meta charset="gbk"></head><body>`
    const bytes = Buffer.concat([Buffer.from(page), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])])

    expect(decodeDocument(bytes, 'text/html').text).toContain('<body>中文')
    expect(decodeDocument(Buffer.from(`${page}Grüße`), 'text/html').text).toContain('<body>Grüße')
  })

  it.each([
    ['iso-8859-2', [0xb1, 0xe6, 0xea], 'ąćę'],
    ['windows-1250', [0xb9, 0xe6, 0xea], 'ąćę'],
    ['iso-8859-1', [0x93, 0x80, 0x96, 0x94], '“€–”'],
    ['windows-1252', [0x93, 0x80, 0x96, 0x94], '“€–”'],
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['euc-jp', [0xc6, 0xfc, 0xcb, 0xdc], '日本'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], '日本'],
    ['gb2312', [0xc8, 0xd5, 0xb1, 0xbe], '日本'],
    ['big5', [0xa4, 0xe9, 0xa5, 0xbb], '日本'],
    ['euc-kr', [0xc0, 0xcf, 0xba, 0xbb], '일본'],
    ['maccyrillic', [0xef, 0xee, 0xf2, 0xee, 0xec], 'потом'],
    ['ibm855', [0xd8, 0xd6, 0xe5, 0xd6, 0xd2], 'потом'],
    ['cp437', [0x81, 0xe1], 'üß'],
    ['tis-620', [0xe4, 0xb7, 0xc2], 'ไทย'],
  ] as const)('%s is read', (charset, codes, text) => {
    const bytes = Buffer.concat([
      Buffer.from(`<?xml version="1.0" encoding="${charset}"?><t>`),
      Buffer.from(codes),
    ])

    expect(decodeDocument(bytes, undefined).text.split('<t>')[1]).toBe(text)
  })

  it('is UTF-8 where the bytes are, though another is declared', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><t>Grüße</t>')

    expect(decodeDocument(bytes, undefined)).toMatchObject({
      charset: 'utf-8',
      text: expect.stringContaining('Grüße'),
    })
  })

  it.each(['gbk', 'big5', 'euc-kr', 'shift_jis'])(
    'is UTF-8 where the bytes are, though %s is stated',
    (charset) => {
      const bytes = Buffer.from(`<?xml version="1.0" encoding="${charset}"?><t>日本 일본</t>`)

      expect(decodeDocument(bytes, `text/xml; charset=${charset}`).text).toContain('日本 일본')
      expect(decodeDocument(bytes, undefined).text).toContain('日本 일본')
    },
  )

  it('is windows-1252 where UTF-8 is declared and the bytes are not', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="UTF-8"?><t>Gr\xfc\xdfe \x96</t>', 'latin1')

    expect(decodeDocument(bytes, 'text/xml; charset=utf-8').text).toContain('Grüße –')
  })

  it('stays UTF-8 where a single sign is cut in two', () => {
    const bytes = Buffer.concat([Buffer.from('Grüße, schöne Wörter, übel '), Buffer.from([0xe2, 0x80])])

    expect(decodeDocument(bytes, undefined).text).toBe('Grüße, schöne Wörter, übel \uFFFD')
  })

  it('passes over names that nobody knows', () => {
    expect(
      decodeDocument(Buffer.from('<?xml version="1.0" encoding="x-klingon"?>ü'), 'text/xml; charset=none')
        .text,
    ).toContain('ü')
  })

  it.each([
    ['koi8-r', 'Погода на завтра: дождь и сильный ветер в городе'],
    ['windows-1251', 'Погода на завтра: дождь и сильный ветер в городе'],
    ['windows-1253', 'Η κυβέρνηση ανακοίνωσε νέα μέτρα για τα σχολεία μετά από συζήτηση'],
    ['euc-jp', 'きょうのてんきははれです'],
    ['shift_jis', 'きょうのてんきははれです'],
  ])('is guessed for %s', (charset, text) => {
    const bytes = encode(text, charset)

    expect(decodeDocument(bytes, undefined)).toMatchObject({ text, charset })
  })

  it('takes control characters of 0x80 to 0x9F for what their writer meant', () => {
    expect(decodeDocument(Buffer.from('price \u0096 jobs'), undefined).text).toBe('price – jobs')
  })

  it('reads anything, even nothing', () => {
    expect(decodeDocument(Buffer.alloc(0), undefined).text).toBe('')
    expect(decodeDocument(Buffer.alloc(3), undefined).text).toHaveLength(3)
  })
})

/** By looking each sign up among all that the charset has: the runtime decodes charsets, but encodes none. */
function encode(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset)
  const codes = new Map<string, number[]>()
  for (let lead = 0; lead < 256; lead++) {
    codes.set(decoder.decode(Uint8Array.of(lead)), [lead])
    for (let trail = 0x40; trail < 256; trail++) {
      const sign = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(sign).length === 1 && !codes.has(sign)) codes.set(sign, [lead, trail])
    }
  }
  return Buffer.from(Array.from(text).flatMap((sign) => codes.get(sign) ?? [0x3f]))
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16()
}

function utf32(text: string): Buffer {
  const codes = Array.from(text).map((sign) => sign.codePointAt(0) ?? 0)
  return Buffer.from(Uint32Array.from(codes).buffer)
}
