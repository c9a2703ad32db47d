import { connect, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage } from '../../src/cli/serve/open-page.ts'
import { openMailer } from '../../src/digests/mail.ts'
import type { MailSettings } from '../../src/model/digest.ts'
import { anEdition, aStory } from './an-edition.ts'
import { headerOf, partOf, startSmtp, type TestSmtp } from './smtp.ts'

const BASE = 'https://news.example/digest-service'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function serverWith(options?: Parameters<typeof startSmtp>[0]): Promise<TestSmtp> {
  const server = await startSmtp(options)
  open.push(server)
  return server
}

function settingsOf(port: number, smtp: Partial<MailSettings['smtp']> = {}): MailSettings {
  return {
    from: 'Die Nachrichten <news@example.org>',
    smtp: { url: `smtp://127.0.0.1:${port}`, password: undefined, ...smtp },
  }
}

async function mailerFor(port: number, smtp?: Partial<MailSettings['smtp']>) {
  const page = await openPage()
  return openMailer(settingsOf(port, smtp), BASE, page?.mail)
}

type Done = (error?: Error) => void

function refusal(responseCode: number): Error {
  return Object.assign(new Error('refused'), { responseCode })
}

const STORIES = [
  aStory(1, {
    title: 'Überschwemmungen in Süd-Österreich: “größer als je”',
    summary: 'Die Straßen stehen unter Wasser.',
  }),
  aStory(2, { title: '東京で記録的な大雨', sourceName: '霧野新報', language: 'ja', isNew: true }),
  aStory(3, {
    title: '<script>alert(1)</script> & "quotes"',
    url: 'https://a.example/?a=1&b="2"',
    newReportCount: 2,
  }),
  ...Array.from({ length: 17 }, (_, at) => aStory(4 + at)),
]

describe('a mail', () => {
  it('has a text and an HTML part with all stories, in every script', async () => {
    const server = await serverWith()
    const mailer = await mailerFor(server.port)

    const result = await mailer.send(anEdition(STORIES, { title: 'Früh am Morgen' }), 'ann@example.org')

    expect(result).toEqual({ state: 'sent' })
    const [mail] = server.received
    const raw = mail?.raw ?? ''
    expect(mail).toMatchObject({ from: 'news@example.org', to: ['ann@example.org'] })
    expect(headerOf(raw, 'Subject')).toBe('Früh am Morgen: Monday, 2 March 2026')
    expect(headerOf(raw, 'From')).toBe('Die Nachrichten <news@example.org>')
    expect(headerOf(raw, 'Content-Type')).toContain('multipart/alternative')
    const [text, html] = [partOf(raw, 'text/plain'), partOf(raw, 'text/html')]
    for (const { title, url } of STORIES) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(title)
      expect(text).toContain(url)
    }
    expect(html).toContain('Überschwemmungen in Süd-Österreich: “größer als je”')
    expect(html).toContain('東京で記録的な大雨')
    expect(html.match(/<h3/g)).toHaveLength(20)
    expect(html).toContain(`${BASE}/digest/morning/2026-03-02`)
    expect(text).toContain(`${BASE}/digest/morning/2026-03-02`)
    // No line of a message is longer than 998 bytes (RFC 5322, 2.1.1).
    expect(raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true)
  })

  it('has its styles in its elements, knows the dark, and loads nothing', async () => {
    const server = await serverWith()
    const mailer = await mailerFor(server.port)

    await mailer.send(anEdition(STORIES), 'ann@example.org')

    const html = partOf(server.received[0]?.raw ?? '', 'text/html')
    expect(html).toContain('style="')
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).not.toMatch(/<(?:script|link|img|iframe|form)\b|@import|url\(/)
  })

  it('quotes what publishers write', async () => {
    const server = await serverWith()
    const mailer = await mailerFor(server.port)

    await mailer.send(anEdition(STORIES), 'ann@example.org')

    const html = partOf(server.received[0]?.raw ?? '', 'text/html')
    expect(html).toContain('&lt;script>alert(1)&lt;/script>')
    expect(html).toContain('href="https://a.example/?a=1&amp;b=&quot;2&quot;"')
  })

  it('has the headers of a list, and an id of its own for each address that stays the same', async () => {
    const server = await serverWith()
    const mailer = await mailerFor(server.port)
    const edition = anEdition(STORIES, { title: 'Zeile\r\nBcc: all@example.org' })

    await mailer.send(edition, 'ann@example.org')
    await mailer.send(edition, 'bob@example.org')
    await mailer.send(edition, 'ann@example.org')

    const raws = server.received.map(({ raw }) => raw)
    const [raw = ''] = raws
    expect(headerOf(raw, 'List-ID')).toContain('<morning.digest.example.org>')
    expect(headerOf(raw, 'List-Unsubscribe')).toBe('<mailto:news@example.org?subject=unsubscribe%20morning>')
    expect(headerOf(raw, 'List-Archive')).toBe(`<${BASE}/digest/morning>`)
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(raw, 'Bcc')).toBeUndefined()
    expect(server.received.map(({ to }) => to)).toEqual([
      ['ann@example.org'],
      ['bob@example.org'],
      ['ann@example.org'],
    ])
    const ids = raws.map((one) => headerOf(one, 'Message-ID'))
    expect(ids[0]).toMatch(/^<morning\.2026-03-02\.[0-9a-f]{16}@example\.org>$/)
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toBe(ids[2])
  })

  it('has encoded words that are no longer than readers take', async () => {
    const server = await serverWith()
    const mailer = await mailerFor(server.port)

    await mailer.send(
      anEdition(STORIES, { title: '今日の朝のニュースのまとめ、そして天気' }),
      'ann@example.org',
    )
    await mailer.send(anEdition(STORIES, { title: 'News, "early"' }), 'ann@example.org')

    const [encoded = '', plain = ''] = server.received.map(({ raw }) => raw)
    expect(encoded.match(/=\?UTF-8\?[BQ]\?[^?]*\?=/g)?.filter((word) => word.length > 75)).toEqual([])
    expect(headerOf(encoded, 'List-ID')).toBe('<morning.digest.example.org>')
    expect(headerOf(plain, 'List-ID')).toBe('"News, \\"early\\"" <morning.digest.example.org>')
  })

  it('to a refused address of three does not stop the others', async () => {
    const server = await serverWith({
      onRcptTo({ address }, _, done) {
        if (address.startsWith('bob')) done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        else done()
      },
    })
    const mailer = await mailerFor(server.port)
    const results = []
    for (const name of ['ann', 'bob', 'cleo'])
      results.push(await mailer.send(anEdition(STORIES), `${name}@example.org`))

    expect(results.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent'])
    expect(results[1]).toMatchObject({ error: expect.stringContaining('no such user') as string })
    expect(server.received.flatMap(({ to }) => to)).toEqual(['ann@example.org', 'cleo@example.org'])
  })
})

describe('a mail server', () => {
  it.each([
    ['asks to come again', 451, 'pending'],
    ['takes no such mail', 554, 'refused'],
  ] as const)('that %s', async (_, responseCode, state) => {
    const server = await serverWith({
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('not now'), { responseCode })))
      },
    })
    const mailer = await mailerFor(server.port)

    expect(await mailer.send(anEdition(STORIES), 'ann@example.org')).toMatchObject({ state })
  })

  it.each([
    ['wants a login', { authOptional: false, disabledCommands: ['STARTTLS'] }],
    [
      'wants a login for receivers',
      { onRcptTo: (_: unknown, __: unknown, done: Done) => done(refusal(530)) },
    ],
    ['refuses the sender', { onMailFrom: (_: unknown, __: unknown, done: Done) => done(refusal(553)) }],
  ])('that %s is tried again later, since settings can correct it', async (_, options) => {
    const server = await serverWith(options)
    const mailer = await mailerFor(server.port)

    expect(await mailer.send(anEdition(STORIES), 'ann@example.org')).toMatchObject({ state: 'pending' })
  })

  it('of this machine may have made its own certificate', async () => {
    const server = await serverWith({ disabledCommands: [] })
    const mailer = await mailerFor(server.port)

    expect(await mailer.send(anEdition(STORIES), 'ann@example.org')).toEqual({ state: 'sent' })
  })

  it('that does not encrypt from the start says so in words', async () => {
    const server = await serverWith()
    const mailer = await mailerFor(server.port, { url: `smtps://127.0.0.1:${server.port}` })

    const { error } = (await mailer.send(anEdition(STORIES), 'ann@example.org')) as { error?: string }

    expect(error).toMatch(/^no secure connection: [a-z ]+$/)
  })

  it('that is away is tried again later', async () => {
    const server = await startSmtp()
    await server.close()
    const mailer = await mailerFor(server.port)

    expect(await mailer.send(anEdition(STORIES), 'ann@example.org')).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('ECONNREFUSED') as string,
    })
  })

  it('that hangs up is tried again later', async () => {
    const hanging = await listening(createServer((socket) => socket.destroy()))
    const mailer = await mailerFor(hanging)

    expect(await mailer.send(anEdition(STORIES), 'ann@example.org')).toMatchObject({ state: 'pending' })
  })

  it('gets user and password; a wrong one may be corrected, so it is tried again later', async () => {
    const logins: string[] = []
    const server = await serverWith({
      authOptional: false,
      onAuth({ username = '', password = '' }, _, done) {
        logins.push(`${username} ${password}`)
        if (password === 'pass wörd') done(null, { user: username })
        else done(new Error('wrong password'))
      },
    })
    const url = `smtp://ann%40example.org@127.0.0.1:${server.port}`

    const right = await mailerFor(server.port, { url, password: 'pass wörd' })
    const wrong = await mailerFor(server.port, { url, password: 'guess' })

    expect(await right.send(anEdition(STORIES), 'bob@example.org')).toEqual({ state: 'sent' })
    const refused = await wrong.send(anEdition(STORIES), 'bob@example.org')
    expect(refused.state).toBe('pending')
    expect(JSON.stringify(refused)).not.toContain('guess')
    expect(logins).toEqual(['ann@example.org pass wörd', 'ann@example.org guess'])
  })

  it('of another machine gets no password without encryption', async () => {
    const seen: string[] = []
    const server = await serverWith({
      onAuth({ password }, _, done) {
        seen.push(String(password))
        done(null, { user: 'ann' })
      },
    })
    // The same server by a name that is not that of this machine.
    const relay = createServer((socket) => {
      const there = connect(server.port, '127.0.0.1')
      socket.pipe(there).pipe(socket)
      socket.on('error', () => there.destroy())
      there.on('error', () => socket.destroy())
    })
    const port = await listening(relay, '0.0.0.0')
    const mailer = await mailerFor(port, { url: `smtp://ann@0.0.0.0:${port}`, password: 'secret' })

    const result = await mailer.send(anEdition(STORIES), 'bob@example.org')

    expect(result).toMatchObject({ state: 'pending' })
    expect(seen).toEqual([])
    expect(server.received).toEqual([])
  })
})

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  open.push(server)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  return address.port
}
