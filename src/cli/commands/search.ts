import { type Command, Option } from 'commander'
import { counted } from '../../model/counted.ts'
import { EVERYTHING, SEARCH_ORDERS, type SearchOrder } from '../../model/filter.ts'
import { type Item, itemJson } from '../../model/item.ts'
import type { SearchSelection } from '../../model/search.ts'
import { type PreparedQuery, readQuery } from '../../search/read-query.ts'
import { openSearch } from '../../search/search.ts'
import { type CommandDeps, invalid, jsonText, processDeps } from '../io.ts'
import { openReadStore } from '../open-store.ts'
import { configOf, type Flags, wholeNumber, withConfigOptions } from '../options.ts'
import { BOLD, colouring, FAINT, type Paint } from '../terminal-text.ts'
import { printable } from '../terminal.ts'
import { nameSample } from '../without-settings.ts'

const MAX_LIMIT = 500

type SearchFlags = Flags<'json'> & { readonly limit: number; readonly sort: SearchOrder }

export function registerSearch(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('search')
    .description(
      'find stored items: words, "phrases", -not, OR, word*, title:… site:… tag:… after:… (docs/search.md)',
    )
    .argument('<query...>', 'what to look for; put a query with - in front after --')
    .option('-n, --limit <number>', 'maximum of results', wholeNumber(1, MAX_LIMIT), 10)
    .addOption(
      new Option('--sort <order>', 'order of the results').choices(SEARCH_ORDERS).default('relevance'),
    )
    .option('--json', 'one JSON object, for scripts')
  withConfigOptions(command).action(async (words: string[], flags: SearchFlags) => {
    await searchStored(words.join(' '), flags, deps)
  })
}

/**
 * Searches the store directly. Needs no running service and does not disturb one.
 *
 * @throws DigestError('parameterInvalid') for a query without words
 */
async function searchStored(text: string, flags: SearchFlags, { io, now }: CommandDeps): Promise<void> {
  const config = configOf(flags)
  nameSample(config, io)
  const store = await openReadStore(config)
  const search = openSearch(store.searchSource, { patienceMs: Infinity })
  try {
    const query = await readQuery(store, text)
    if (query === undefined) throw invalid('the query has no word to look for')
    const { node } = query
    const window = { limit: flags.limit, offset: 0, after: undefined }
    const selection = await search.find(node, EVERYTHING, flags.sort, window, now())
    const items = await store.findItems(selection.hits.map((hit) => hit.id))
    if (flags.json === true) io.stdout.write(jsonText(asJson(text, query, selection, items)))
    else io.stdout.write(asText(query, selection, items, colouring(io.stdout.isTTY === true)))
  } finally {
    await search.close()
    await store.close()
  }
}

function asJson(
  query: string,
  { ignoredOperators }: PreparedQuery,
  selection: SearchSelection,
  items: readonly Item[],
) {
  const relevance = new Map(selection.hits.map((hit) => [hit.id, hit.relevance]))
  return {
    query,
    total: selection.total,
    relaxed: selection.relaxed === true,
    corrected: selection.corrected ?? null,
    ignoredOperators,
    items: items.map((item) => ({
      ...itemJson(item),
      relevance: relevance.get(item.id) ?? 0,
    })),
  }
}

function asText(
  query: PreparedQuery,
  selection: SearchSelection,
  items: readonly Item[],
  paint: Paint,
): string {
  const lines: string[] = []
  const node = selection.answered ?? query.node
  const [operator] = query.ignoredOperators
  if (operator !== undefined)
    lines.push(`'${printable(operator)}:' is no operator with this value; it was searched as a word.`)
  if (selection.corrected !== undefined)
    lines.push(`Nothing has these words; found ${printable(selection.corrected.to)} instead.`)
  if (selection.relaxed === true) lines.push('Nothing has all the words; these have some of them.')
  for (const item of items) {
    const at = new Date(item.publishedAt).toISOString().slice(0, 16).replace('T', ' ')
    lines.push(
      '',
      paint.marked(item.title, node, item.language, BOLD, 'title'),
      paint.style(
        `${printable(item.sourceName)} · ${at} UTC · ${item.category} · score ${item.score}`,
        FAINT,
      ),
    )
    if (item.summary !== '') lines.push(paint.marked(item.summary, node, item.language))
    lines.push(paint.style(printable(item.url), FAINT))
  }
  const all = `${counted(selection.total, 'item')} found`
  lines.push('', selection.total > items.length ? `${all}, the first ${items.length} shown.` : `${all}.`)
  return `${lines.join('\n').trimStart()}\n`
}
