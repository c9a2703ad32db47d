// Writes a bill of materials (CycloneDX) of what is shipped: the packages that npm installs, and those that are bundled
// into dist/, which dist/licences.txt names.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const installed = bill(['--omit', 'dev'])
const licences = readFileSync(new URL('../dist/licences.txt', import.meta.url), 'utf8')
const bundled = new Set(
  [...licences.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \(/gm)].map(([, name, version]) => `${name}@${version}`),
)
const known = new Set(installed.components.map((component) => component['bom-ref']))
const all = bill([])
const missing = all.components.filter(
  (component) => bundled.has(component['bom-ref']) && !known.has(component['bom-ref']),
)
const refs = new Set(missing.map((component) => component['bom-ref']))
const shipped = {
  ...installed,
  components: [...installed.components, ...missing],
  dependencies: [...installed.dependencies, ...all.dependencies.filter(({ ref }) => refs.has(ref))],
}
process.stdout.write(`${JSON.stringify(shipped, null, 2)}\n`)

function bill(flags) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...flags]
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }))
}
