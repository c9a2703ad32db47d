import type { Command } from 'commander'
import type { CollectConfig, Config } from '../../config/config.ts'
import { isSelector } from '../../config/kinds.ts'
import type { Source } from '../../model/source.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
import type { ArticlePage } from '../../sources/article/article-page.ts'
import { createCollector, type Collector } from '../../sources/sources.ts'
import { sanitize } from '../../text/html/sanitize.ts'
import {
  closing,
  type CommandDeps,
  type ExitCode,
  failureJson,
  invalid,
  jsonText,
  processDeps,
} from '../io.ts'
import { configOf, type Flags, withConfigOptions } from '../options.ts'
import { printable } from '../terminal.ts'

type ArticleFlags = Flags<'html' | 'json', 'source' | 'content' | 'remove'>

export interface ArticleDeps extends CommandDeps {
  readonly configOf: (flags: ArticleFlags) => Config
  readonly openCollector: (config: CollectConfig) => Pick<Collector, 'readArticle' | 'close'>
}

export function registerArticle(
  program: Command,
  deps: ArticleDeps = { ...processDeps(), configOf, openCollector: createCollector },
): void {
  const command = program
    .command('article')
    .description('show what full-text extraction takes from a page (nothing is stored)')
    .argument('<url>', 'address of the article')
    .option('--source <id>', 'with the selectors of this source')
    .option('--content <selector>', 'CSS selector of the article')
    .option('--remove <selector>', 'CSS selector of what to leave out')
    .option('--html', 'print the HTML that would be stored instead of the text', false)
    .option('--json', 'print all that was found as JSON', false)
  withConfigOptions(command).action(async (url: string, flags: ArticleFlags) => {
    deps.exit(await article(url, flags, deps))
  })
}

/**
 * Reads one article's page and prints what a visit would take from it. Operators use it to find the selectors that a
 * source needs.
 *
 * @returns 1 if the page cannot be fetched or has no article
 * @throws DigestError('parameterInvalid') for an invalid address or selector, or an unknown source
 */
export async function article(url: string, flags: ArticleFlags, deps: ArticleDeps): Promise<ExitCode> {
  const { stdout, stderr } = deps.io
  const config = deps.configOf(flags)
  const source = sourceFor(url, flags, config)
  return closing(deps.openCollector(config.collect), async (collector) => {
    const reading = await collector.readArticle(url, source, new AbortController().signal)
    if (reading.kind === 'failed') {
      if (flags.json === true) stdout.write(failureJson(reading.error.code, reading.error.message))
      stderr.write(`${reading.error.code}: ${printable(reading.error.message)}\n`)
      return 1
    }
    const { html, text } = sanitize(reading.page.contentHtml ?? '', url)
    if (flags.json === true) {
      stdout.write(articleJson(url, reading.page, { html, text }))
      return text === '' ? 1 : 0
    }
    stderr.write(metadataOf(reading.page, text.length))
    if (reading.page.isContentSelectorIdle === true) {
      const idle = `'${source.fullText?.content}' matches nothing on this page; the article was found without it`
      stderr.write(`${printable(idle)}\n\n`)
    }
    if (text === '') {
      stderr.write(`${whyEmpty(reading.page, source)}\n`)
      return 1
    }
    stdout.write(`${flags.html === true ? html : printable(text)}\n`)
    return 0
  })
}

/** Why there is no text, and what to do. */
function whyEmpty({ contentHtml }: ArticlePage, { fullText = {} }: Source): string {
  if (contentHtml === undefined)
    return 'no article was found on this page: it has too little text, or a program in the browser writes it. Name its element with --content'
  const removed =
    fullText.remove === undefined ? '' : `, or everything in it is removed by '${fullText.remove}'`
  return printable(`what was found has no text, such as pictures or a video alone${removed}`)
}

function sourceFor(url: string, flags: ArticleFlags, config: Config): Source {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw invalid(`the address must begin with http:// or https://, got '${url}'`)
  const configured = config.sources.find(({ id }) => id === flags.source)
  if (flags.source !== undefined && configured === undefined)
    throw invalid(`--source: no source has the id '${flags.source}'`)
  for (const name of ['content', 'remove'] as const) {
    const selector = flags[name]
    if (selector !== undefined && !isSelector(selector))
      throw invalid(`--${name} must be a CSS selector, got '${selector}'`)
  }
  const own = configured?.fullText
  const { content = own?.content, remove = own?.remove } = flags
  return { ...ANY_SOURCE, ...configured, url, content: 'full', fullText: { content, remove } }
}

const ANY_SOURCE: Omit<Source, 'url'> = {
  id: 'article',
  name: 'article',
  type: 'feed',
  category: 'general',
  region: null,
  language: null,
  weight: 1,
  enabled: true,
  everyMs: 0,
}

function articleJson(
  url: string,
  page: ArticlePage,
  { html, text }: { readonly html: string; readonly text: string },
): string {
  return jsonText({
    url,
    title: page.title ?? null,
    author: page.author ?? null,
    publishedAt: toIsoOrNull(page.publishedAt ?? null),
    imageUrl: page.imageUrl ?? null,
    description: page.description ?? null,
    isSelectorMatched: page.isContentSelectorIdle !== true,
    text,
    html,
  })
}

function metadataOf(page: ArticlePage, characters: number): string {
  const rows = [
    ['title', page.title],
    ['author', page.author],
    ['published', page.publishedAt === undefined ? undefined : toIso(page.publishedAt)],
    ['image', page.imageUrl],
    ['description', page.description],
    ['text', `${characters} characters`],
  ]
  return `${rows.map(([name, value]) => `${(name ?? '').padEnd(12)}${printable(value ?? 'none')}`).join('\n')}\n\n`
}
