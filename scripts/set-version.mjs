// npm runs this within `npm version`, before the commit: the version also stands in the code, and names a section of the
// changelog.
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const date = new Date().toISOString().slice(0, 10)

replace('src/model/version.ts', /(?<=SERVICE_VERSION = ')[^']+/, version)
replace('Dockerfile', /(?<=image\.version=")[^"]+/, version)
replace('CHANGELOG.md', /^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`)

function replace(file, pattern, by) {
  const text = readFileSync(file, 'utf8')
  if (!pattern.test(text)) throw new Error(`${file} has no place for the version`)
  writeFileSync(file, text.replace(pattern, by))
}
