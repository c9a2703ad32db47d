import type { Command } from 'commander'

/** Declares a command with its flags. */
export type Register = (program: Command) => void

/** Loads only the called command's file: loading all of them would take most of a short run's time. */
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
