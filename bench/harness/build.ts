import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Apart from `dist`, which other commands may rebuild during a measurement. */
export const BUILD_FOLDER = join(ROOT, 'dist-bench')

/** Builds the service that is measured. */
export function buildService(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), BUILD_FOLDER], { stdio: 'inherit' })
}
