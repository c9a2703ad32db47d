import { describe, expect, it } from 'vitest'
import { HOOK_TEMPLATES } from '../model/hook.ts'
import { chatMessage } from './chat-message.ts'

const HOSTILE = {
  title: 'a & <b> *c* _d_ `e` [f](g) <!channel> @everyone\n\u2028second\u0007 line',
  url: 'https://paper.example/x?a=1&b=<c>|d',
  reportedBy: 'The <Paper>',
}

describe('a message to a chat', () => {
  it('to Slack is text without markup, with a link that is one', () => {
    const { mimeType, text } = chatMessage('slack', [HOSTILE, { ...HOSTILE, title: 'Second', reportedBy: 5 }])

    expect(mimeType).toBe('application/json')
    expect(JSON.parse(text)).toEqual({
      text: [
        'a &amp; &lt;b&gt; *c* _d_ `e` [f](g) &lt;!channel&gt; @everyone second line (The &lt;Paper&gt;) <https://paper.example/x?a=1&amp;b=%3Cc%3E%7Cd>',
        'Second (5 sources) <https://paper.example/x?a=1&amp;b=%3Cc%3E%7Cd>',
      ].join('\n'),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it('to Discord mentions nobody, and has each sign as it is written', () => {
    const { text } = chatMessage('discord', [HOSTILE])

    expect(JSON.parse(text)).toEqual({
      content: String.raw`a \& \<b\> \*c\* \_d\_ \`e\` \[f\]\(g\) \<\!channel\> \@everyone second line (The \<Paper\>) <https://paper.example/x?a=1&b=%3Cc%3E%7Cd>`,
      allowed_mentions: { parse: [] },
      flags: 4,
    })
  })

  it('to ntfy is plain text', () => {
    expect(
      chatMessage('ntfy', [{ title: 'Grüße 東京', url: 'https://paper.example/1', reportedBy: 'The paper' }]),
    ).toEqual({
      mimeType: 'text/plain; charset=utf-8',
      text: 'Grüße 東京 (The paper) https://paper.example/1',
      count: 1,
    })
  })

  it.each(HOOK_TEMPLATES)(
    'to %s has room for a line of any length, and for whole lines alone',
    (template) => {
      const line = {
        title: '*東'.repeat(500),
        url: `https://paper.example/${'x'.repeat(900)}`,
        reportedBy: '_'.repeat(900),
      }
      const many = Array.from({ length: 100 }, (_, at) => ({
        ...line,
        title: `Title ${at}`,
        reportedBy: 2,
        url: 'https://a.example/',
      }))

      const one = chatMessage(template, [line, line, line])
      const some = chatMessage(template, many)

      expect(one.count).toBeLessThan(3)
      expect(one.text).toContain('…')
      expect(some.count).toBeGreaterThan(20)
      const lines = some.text.split(template === 'ntfy' ? '\n' : String.raw`\n`)
      expect(lines).toHaveLength(some.count)
      expect(lines.at(-1)).toContain(`Title ${some.count - 1} (2 sources)`)
    },
  )

  it('leaves out an address that no chat would take', () => {
    const { text } = chatMessage('ntfy', [
      { title: 'Long', url: `https://a.example/${'x'.repeat(2_000)}`, reportedBy: 2 },
    ])

    expect(text).toBe('Long (2 sources)')
  })
})
