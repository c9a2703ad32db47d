import type { Command } from 'commander'
import { settingsSchema } from '../../config/schema/settings-schema.ts'
import { type CommandDeps, jsonText, processDeps } from '../io.ts'

export function registerSchema(program: Command, { io }: CommandDeps = processDeps()): void {
  program
    .command('schema')
    .description('print the JSON schema of digest.yaml, for editors')
    .action(() => {
      io.stdout.write(jsonText(settingsSchema()))
    })
}
