import { fileURLToPath } from 'node:url'

/** The command line as it is built. */
export const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
