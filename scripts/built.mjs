import { fileURLToPath } from 'node:url'

/** Path of the built command line. */
export const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
