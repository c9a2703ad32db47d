import type { Command } from 'commander'

/** A call of each command that has no others below it, or does something by itself, for its `--help`. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  serve: 'content-digest serve --port 9000',
  collect: 'content-digest collect --json',
  init: 'content-digest init --config config/digest.yaml',
  check: 'content-digest check --live',
  add: 'content-digest add https://example.org --category science',
  article: 'content-digest article https://example.org/news/1 --content .article-body',
  'apply-rules': 'content-digest apply-rules --dry-run',
  import: 'content-digest import subscriptions.opml --dry-run',
  export: 'content-digest export --output sources.opml',
  search: `content-digest search 'title:storm after:2026-01-01' --sort newest`,
  mcp: 'content-digest mcp --store sqlite:./data/digest.db',
  doctor: 'content-digest doctor --fail-on failing',
  'hooks list': 'content-digest hooks list --json',
  'hooks test': 'content-digest hooks test alerts',
  'hooks resume': 'content-digest hooks resume alerts --skip',
  digest: 'content-digest digest morning --dry-run --markdown',
  'digest send': 'content-digest digest send morning --to me@example.org',
  'keys add': 'content-digest keys add reader --scope feeds --limit 600/1m',
  'keys list': 'content-digest keys list',
  'keys revoke': 'content-digest keys revoke reader',
  backup: 'content-digest backup digest-backup.db.gz',
  restore: 'content-digest restore digest-backup.db.gz --to sqlite:./data/digest.db',
  'sources list': 'content-digest sources list --json',
  'sources remove': 'content-digest sources remove paper --keep-items',
  'store copy': 'content-digest store copy --from sqlite:./data/digest.db --to postgres://user@host/digest',
  'store info': 'content-digest store info --json',
  'store vacuum': 'content-digest store vacuum',
  completions: 'content-digest completions bash > ~/.local/share/bash-completion/completions/content-digest',
  schema: 'content-digest schema > digest.schema.json',
  newsroom: 'content-digest newsroom --port 9999 --local-links',
}

/** Adds its example to the help of each command. */
export function addExamples(command: Command, path = ''): void {
  const example = EXAMPLES[path]
  if (example !== undefined) command.addHelpText('after', `\nExample:\n  ${example}`)
  for (const child of command.commands) addExamples(child, `${path} ${child.name()}`.trim())
}
