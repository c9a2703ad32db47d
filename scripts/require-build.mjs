// npm runs this before `npm start`, which does not build.
import { existsSync } from 'node:fs'
import { main } from './built.mjs'

if (!existsSync(main)) {
  process.stderr.write(
    'Nothing is built here. Run npm ci (without --omit=dev), or npm run build where that was done.\n',
  )
  process.exitCode = 2
}
