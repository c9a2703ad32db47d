// npm runs this after `npm ci` and before it packs: builds the service where the tools for it are installed. After
// `npm ci --omit=dev` they are not: what is built stays.
import { existsSync } from 'node:fs'
import { main } from './built.mjs'

const TOOLS = ['esbuild', 'vite']

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
