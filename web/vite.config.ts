import { defineConfig } from 'vite'

/** Browsers of the last two years: `light-dark()`, nesting and modules are there, nothing is rewritten. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5']

/** The client by default; with `--ssr` what renders the same views on the server. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  // Files find one another by where they are, so that any path prefix will do.
  base: './',
  publicDir: isSsrBuild ? false : 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ssr: { noExternal: true },
  build: {
    target: isSsrBuild ? 'node20' : BROWSERS,
    cssTarget: BROWSERS,
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { input: isSsrBuild ? 'server.tsx' : 'client.tsx' },
  },
}))
