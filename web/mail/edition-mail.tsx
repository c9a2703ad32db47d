import type { ComponentChildren } from 'preact'
import { editionCounts, editionDay, lateNote } from '../../src/digests/edition-text.ts'
import { EDITION_WORDS, type EditionWords } from '../../src/model/edition-words.ts'
import type { Edition, EditionReport, EditionStory } from '../../src/model/edition.ts'

/**
 * Light and dark colours of mails, as in `style/colours.css`: mail programs support neither `light-dark()` nor
 * variables.
 */
const MAIL_COLOURS = {
  paper: { light: '#fbfaf7', dark: '#14161a' },
  ink: { light: '#1b1a17', dark: '#e9e7e1' },
  soft: { light: '#4b4842', dark: '#b9b6ae' },
  faint: { light: '#6b675f', dark: '#8f8c85' },
  rule: { light: '#e2dfd6', dark: '#2b2f36' },
  accent: { light: '#a3330c', dark: '#ff9d73' },
  link: { light: '#174f86', dark: '#8fc1f5' },
} as const

type MailColour = keyof typeof MAIL_COLOURS

/** Styles in a mail's head: dark colours for programs that follow the system, and black on white in print. */
function darkStyle(): string {
  const rules = Object.entries(MAIL_COLOURS).map(([name, { dark }]) => {
    if (name === 'paper') return `.c-paper{background:${dark}!important}`
    if (name === 'rule') return `.c-rule{border-color:${dark}!important}`
    return `.c-${name}{color:${dark}!important}`
  })
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}@media print{.c-paper{background:none!important}}`
}

interface MailProps {
  readonly edition: Edition
  /** Without a trailing slash; `undefined` if unknown. */
  readonly baseUrl: string | undefined
}

const SERIF = "Charter, Georgia, 'Noto Serif', serif"
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"

/** An edition as a mail's document. Styles are inline, since most mail programs remove others. */
export function EditionMail({ edition, baseUrl }: MailProps) {
  const words = EDITION_WORDS[edition.language]
  const late = lateNote(edition)
  return (
    <html lang={edition.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{`${edition.title}: ${editionDay(edition)}`}</title>
        <style dangerouslySetInnerHTML={{ __html: darkStyle() }} />
      </head>
      <body class="c-paper" style={{ margin: 0, padding: 0, background: MAIL_COLOURS.paper.light }}>
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
          <tr>
            <td align="center" style={{ padding: '24px 16px' }}>
              <table
                role="presentation"
                width="100%"
                cellPadding="0"
                cellSpacing="0"
                style={{ maxWidth: '640px', textAlign: 'start' }}
              >
                <tr>
                  <td
                    class="c-ink"
                    style={{ ...colour('ink'), fontFamily: SANS, fontSize: '15px', lineHeight: 1.5 }}
                  >
                    <h1 dir="auto" class="c-ink" style={{ ...heading('28px'), ...colour('ink') }}>
                      {edition.title}
                    </h1>
                    <Line size="16px" tone="soft">
                      {editionDay(edition)}
                    </Line>
                    <Line size="14px" tone="faint">
                      {editionCounts(edition)}
                    </Line>
                    {late !== undefined && (
                      <Line size="14px" tone="accent">
                        {late}
                      </Line>
                    )}
                    {edition.sections.map((section) => (
                      <>
                        {section.name !== null && (
                          <h2 class="c-faint" style={SECTION}>
                            {section.name}
                          </h2>
                        )}
                        {section.stories.map((story) => (
                          <Story story={story} words={words} baseUrl={baseUrl} />
                        ))}
                      </>
                    ))}
                    <Foot edition={edition} words={words} baseUrl={baseUrl} />
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  )
}

function colour(name: MailColour) {
  return { color: MAIL_COLOURS[name].light }
}

function heading(fontSize: string) {
  return { margin: 0, fontFamily: SERIF, fontSize, lineHeight: 1.22, fontWeight: 700 }
}

const SECTION = {
  ...colour('faint'),
  margin: '32px 0 0',
  fontFamily: SANS,
  fontSize: '13px',
  fontWeight: 600,
  letterSpacing: '0.06em',
  textTransform: 'uppercase',
} as const

interface LineProps {
  readonly size: string
  readonly tone: MailColour
  readonly children: ComponentChildren
}

function Line({ size, tone, children }: LineProps) {
  return (
    <p dir="auto" class={`c-${tone}`} style={{ ...colour(tone), margin: '4px 0 0', fontSize: size }}>
      {children}
    </p>
  )
}

interface StoryProps {
  readonly story: EditionStory
  readonly words: EditionWords
  readonly baseUrl: string | undefined
}

function Story({ story, words, baseUrl }: StoryProps) {
  const coverage = words.sources(story.sourceCount)
  return (
    <div
      class="c-rule"
      style={{
        padding: '16px 0',
        borderBottom: `1px solid ${MAIL_COLOURS.rule.light}`,
        pageBreakInside: 'avoid',
      }}
    >
      <h3 dir="auto" style={heading('20px')}>
        <NewMark report={story} words={words} />
        <Link report={story} tone="ink" decoration="none" />
      </h3>
      <Line size="13px" tone="faint">
        {story.sourceName}
        {story.sourceCount > 1 && ' · '}
        {story.sourceCount > 1 &&
          (baseUrl === undefined ? (
            coverage
          ) : (
            <a href={`${baseUrl}/story?id=${story.storyId}`} class="c-faint" style={colour('faint')}>
              {coverage}
            </a>
          ))}
        {story.newReportCount > 0 && (
          <strong class="c-accent" style={colour('accent')}>
            {` · ${words.newReports(story.newReportCount)}`}
          </strong>
        )}
      </Line>
      {story.summary !== '' && (
        <Line size="15px" tone="soft">
          {story.summary}
        </Line>
      )}
      {story.reports.length > 0 && (
        <ul style={{ margin: '8px 0 0', padding: '0 0 0 18px', fontSize: '14px' }}>
          {story.reports.map((report) => (
            <li dir="auto" class="c-faint" style={{ ...colour('faint'), padding: '1px 0' }}>
              {`${report.sourceName}: `}
              <NewMark report={report} words={words} />
              <Link report={report} tone="link" decoration="underline" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface LinkProps {
  readonly report: Pick<EditionReport, 'url' | 'title' | 'language'>
  readonly tone: MailColour
  readonly decoration: 'none' | 'underline'
}

function Link({ report: { url, title, language }, tone, decoration }: LinkProps) {
  const style = { ...colour(tone), textDecoration: decoration }
  return (
    <a href={url} class={`c-${tone}`} style={style} lang={language ?? undefined}>
      {title}
    </a>
  )
}

interface NewMarkProps {
  readonly report: Pick<EditionReport, 'isNew'>
  readonly words: EditionWords
}

function NewMark({ report: { isNew }, words }: NewMarkProps) {
  if (!isNew) return null
  return (
    <>
      <strong class="c-accent" style={{ ...colour('accent'), fontFamily: SANS, fontSize: '13px' }}>
        {words.isNew}
      </strong>{' '}
    </>
  )
}

function Foot({ edition, words, baseUrl }: MailProps & { readonly words: EditionWords }) {
  return (
    <div style={{ padding: '24px 0 0' }}>
      {baseUrl !== undefined && (
        <Line size="13px" tone="faint">
          <a
            href={`${baseUrl}/digest/${edition.digest}/${edition.date}`}
            class="c-link"
            style={colour('link')}
          >
            {words.onTheWeb}
          </a>
        </Line>
      )}
      <Line size="13px" tone="faint">
        {words.unsubscribe}
      </Line>
    </div>
  )
}
