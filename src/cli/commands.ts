import type { Command } from 'commander'

export type Register = (program: Command) => void

/** Loads only the file of the called command: loading all would take most of a short run's time. */
export const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  serve: async () => (await import('./serve/serve.ts')).registerServe,
  collect: async () => (await import('./commands/collect.ts')).registerCollect,
  init: async () => (await import('./commands/init.ts')).registerInit,
  check: async () => (await import('./commands/check.ts')).registerCheck,
  add: async () => (await import('./commands/sources/add.ts')).registerAdd,
  sources: async () => (await import('./commands/sources/sources.ts')).registerSources,
  article: async () => (await import('./commands/article.ts')).registerArticle,
  'apply-rules': async () => (await import('./commands/apply-rules.ts')).registerApplyRules,
  import: async () => (await import('./commands/import.ts')).registerImport,
  export: async () => (await import('./commands/export.ts')).registerExport,
  search: async () => (await import('./commands/search.ts')).registerSearch,
  mcp: async () => (await import('./commands/mcp.ts')).registerMcp,
  doctor: async () => (await import('./commands/doctor/doctor.ts')).registerDoctor,
  hooks: async () => (await import('./commands/hooks.ts')).registerHooks,
  digest: async () => (await import('./commands/digest.ts')).registerDigest,
  keys: async () => (await import('./commands/keys.ts')).registerKeys,
  backup: async () => (await import('./commands/store/backup.ts')).registerBackup,
  restore: async () => (await import('./commands/store/restore.ts')).registerRestore,
  store: async () => (await import('./commands/store/store.ts')).registerStore,
  completions: async () => (await import('./commands/completions.ts')).registerCompletions,
  schema: async () => (await import('./commands/schema.ts')).registerSchema,
  newsroom: async () => (await import('./commands/newsroom.ts')).registerNewsroom,
}

/** An example for the `--help` of each command that does something itself. */
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
  'sources list': 'content-digest sources list --status gone failing',
  'sources remove': 'content-digest sources remove paper radio --keep-items',
  'store copy': 'content-digest store copy --from sqlite:./data/digest.db --to postgres://user@host/digest',
  'store info': 'content-digest store info --json',
  'store vacuum': 'content-digest store vacuum',
  completions: 'content-digest completions bash > ~/.local/share/bash-completion/completions/content-digest',
  schema: 'content-digest schema > digest.schema.json',
  newsroom: 'content-digest newsroom --port 9999 --local-links',
}

export function addExamples(command: Command, path = ''): void {
  const example = EXAMPLES[path]
  if (example !== undefined) command.addHelpText('after', `\nExample:\n  ${example}`)
  for (const child of command.commands) addExamples(child, `${path} ${child.name()}`.trim())
}
