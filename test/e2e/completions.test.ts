import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasProgram } from '../deploy/found-program.ts'
import { emptyFolder, runCli } from './run-cli.ts'

/** What a shell offers for a line that was begun. */
type Offered = (line: string, script: string) => string

/** Calls the function as bash does when Tab is pressed. */
const bash: Offered = (line, script) => {
  const words = line.split(' ')
  const call = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _content_digest; printf '%s\\n' "\${COMPREPLY[@]}"`
  return outputOf('bash', ['--norc', '-c', call, 'bash', script, ...words])
}

/** Calls the function with the variables of zsh's completion system, and prints what it hands to that. */
const zsh: Offered = (line, script) => {
  const call = `compdef() { }; _describe() { print -rl -- "\${(@P)@[-1]%%:*}" }; _files() { print FILES }
    source "$1"; shift; words=("$@"); CURRENT=$#; PREFIX=$words[CURRENT]; _content-digest`
  return outputOf('zsh', ['-f', '-c', call, 'zsh', script, ...line.split(' ')])
}

const fish: Offered = (line, script) =>
  outputOf('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`])
    .split('\n')
    .map((offered) => offered.split('\t')[0])
    .join('\n')

function outputOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: emptyFolder() })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

describe.each([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
] as const)('completions of %s', (shell, offered) => {
  const canRun = hasProgram(shell, ['--version'], `the completions of ${shell}`)

  let script = ''
  beforeAll(async () => {
    const { stdout } = await runCli(['completions', shell], emptyFolder())
    script = join(emptyFolder(), 'completions')
    writeFileSync(script, stdout)
  })

  function complete(line: string): string[] {
    return offered(line, script)
      .split('\n')
      .filter((word) => word !== '')
  }

  it.runIf(canRun).each([
    ['content-digest ', ['serve', 'store', 'completions']],
    ['content-digest store ', ['copy', 'info', 'vacuum']],
    ['content-digest doctor --', ['--deep', '--json', '--fail-on']],
    ['content-digest --data x store copy --', ['--from', '--to', '--json']],
    ['content-digest serve --role ', ['all', 'api', 'collector', 'digester']],
    ['content-digest serve --log-level ', ['silent', 'info', 'trace']],
    ['content-digest completions ', ['bash', 'zsh', 'fish']],
  ])('offer for "%s" %j', (line, words) => {
    expect(complete(line)).toEqual(expect.arrayContaining(words))
  })

  it.runIf(canRun)('offer nothing of other commands', () => {
    expect(complete('content-digest store copy --')).not.toContain('--deep')
    expect(complete('content-digest store ')).not.toContain('serve')
  })
})

it('says which shells there are', async () => {
  const { code, stderr } = await runCli(['completions', 'tcsh'], emptyFolder())

  expect(code).toBe(2)
  expect(stderr).toContain('Allowed choices are bash, zsh, fish')
})
