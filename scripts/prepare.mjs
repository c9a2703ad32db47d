// npm runs this after `npm ci` and before `npm pack`. Builds the service if the build tools are installed. After
// `npm ci --omit=dev` they are missing, and an existing build stays.
import { existsSync } from 'node:fs'
import { main } from './built.mjs'

const TOOLS = ['esbuild', 'vite', 'openapi-typescript', 'tsx']

if (TOOLS.every(isInstalled)) await import('./build.mjs')
else {
  const state = existsSync(main)
    ? 'dist/ stays as it is'
    : 'nothing is built yet; run npm ci without --omit=dev once'
  process.stdout.write(`The build tools are not installed: ${state}.\n`)
}

function isInstalled(name) {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
