import { defineConfig } from 'vite'

/**
 * Browsers of the last two years. They support `light-dark()`, nesting and modules, so nothing is transpiled for them.
 */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5']

/** Builds the client; with `--ssr` the server's renderer. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  // Relative paths, so that every path prefix works.
  base: './',
  publicDir: isSsrBuild ? false : 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ssr: { noExternal: true },
  build: {
    target: isSsrBuild ? 'node20' : BROWSERS,
    cssTarget: BROWSERS,
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    // Documents name all their scripts.
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: { input: isSsrBuild ? 'server.tsx' : 'client.tsx' },
  },
}))
