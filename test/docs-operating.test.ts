import { readdirSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { HealthBody } from '../src/api/schemas/service.ts'
import { addExamples, COMMANDS, EXAMPLES } from '../src/cli/commands.ts'
import { EXIT_CODES } from '../src/cli/io.ts'
import { listSettings } from '../src/config/setting.ts'
import { allSettings } from '../src/config/settings.ts'
import { sourceSettings } from '../src/config/sources/source-settings.ts'
import { PROBLEM_CODES } from '../src/model/errors.ts'
import { VISIT_ERROR_CODES } from '../src/model/source.ts'
import { firstColumn, inBackticks, tableRows } from './markdown-tables.ts'

const ROOT = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

const README = read('README.md')
const OPERATING = read('docs/operating.md')
const DEPLOYMENT = read('docs/deployment.md')
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesBelow('docs', /^[\w-]+\.md$/)]

/** All that the program can say stands somewhere in here. */
const CODE = [...filesBelow('src', /(?<!\.test)\.ts$/), 'scripts/require-build.mjs']
  .map((file) => read(file).replaceAll("\\'", "'"))
  .join('\n')

const program = new Command('content-digest')
for (const load of Object.values(COMMANDS)) (await load())(program)
addExamples(program)

describe('the table of commands in README.md', () => {
  it('has each command of the program, and no other', () => {
    expect(firstColumn(README, 'command').toSorted()).toEqual(leavesOf(program).toSorted())
  })
})

describe('the lines for cron in docs/deployment.md', () => {
  const [, block = ''] = /```\n(# \/etc\/cron\.d\/[^]*?)```/.exec(DEPLOYMENT) ?? []
  const lines = block.trim().split('\n')

  it('are comments, variables, or schedules with a user and a command', () => {
    const schedule = /^(?:[\d*/,-]+ ){5}[a-z]+ \S/
    const isFine = (line: string): boolean => /^#|^[A-Z]+=\S+$/.test(line) || schedule.test(line)

    expect(lines.filter((line) => !isFine(line))).toEqual([])
    expect(lines.filter((line) => schedule.test(line))).toHaveLength(3)
  })
})

describe('the help of each command', () => {
  it('has an example, and of no other command', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(leavesOf(program).toSorted())
  })

  it('ends with it', () => {
    const helps = commandsOf(program).map(([path, command]) => {
      let text = ''
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
      return { path, isShown: text.endsWith(`\nExample:\n  ${EXAMPLES[path]}\n`) }
    })

    expect(helps.filter(({ path, isShown }) => isShown !== path in EXAMPLES)).toEqual([])
  })

  it('shows a call that there is', () => {
    const calls = Object.entries(EXAMPLES)

    expect(calls.filter(([name, call]) => !call.startsWith(`content-digest ${name}`))).toEqual([])
    expect(calls.flatMap(([, call]) => commandFaults(call))).toEqual([])
  })
})

describe.each(PAGES)('%s', (page) => {
  it('shows only commands and flags that there are', () => {
    expect(codeIn(read(page)).flatMap(commandFaults)).toEqual([])
  })

  it('names only settings that there are', () => {
    const named = read(page).matchAll(
      /`((?:server|collect|backup|retention|ranking|metrics|log)\.[\w.]+|sources\[\]\.[\w.]+)/g,
    )

    expect([...named].map(([, name = '']) => name).filter((name) => !isSetting(name))).toEqual([])
  })
})

describe('docs/operating.md', () => {
  it('explains each exit code of the program', () => {
    const explained = tableRows(OPERATING, 'exit code').flatMap(([cell = '']) => cell.split(', '))

    expect(explained).toEqual(expect.arrayContaining(EXIT_CODES.map(String)))
    const others = explained.filter((code) => !EXIT_CODES.some((own) => String(own) === code))
    // Node.js and the system end the process with these.
    expect(others).toEqual(['134', '137'])
  })

  it('says what each command with --json prints, and of no other', () => {
    const described = firstColumn(OPERATING, 'command')
      .filter((name) => !name.startsWith('--'))
      .map((name) => name.replace(/ --.*/, ''))
    const withJson = commandsOf(program).filter(([, { options }]) =>
      options.some(({ long }) => long === '--json'),
    )

    expect([...new Set(described)].toSorted()).toEqual(withJson.map(([path]) => path).toSorted())
  })

  it('gives an exit code of the program for each message of a start that fails', () => {
    const codes = tableRows(OPERATING, 'message').map(([, code]) => code)

    expect(codes.length).toBeGreaterThan(10)
    expect(codes.filter((code) => !EXIT_CODES.some((own) => String(own) === code))).toEqual([])
  })

  it('has each code of a visit that fails, and no other', () => {
    expect(firstColumn(OPERATING, 'code').toSorted()).toEqual([...VISIT_ERROR_CODES].toSorted())
  })

  it('names only error codes that answers have', () => {
    const codes = firstColumn(OPERATING, 'answer').filter((code) => /^[a-z]+$/i.test(code))

    expect(codes.length).toBeGreaterThan(5)
    expect(codes.filter((code) => !PROBLEM_CODES.some((own) => own === code))).toEqual([])
  })

  it('has each check of /api/health whose failure makes the service degraded', () => {
    const degrading = Object.keys(HealthBody.shape.checks.shape).filter((name) => name !== 'store')

    expect(firstColumn(OPERATING, 'check').toSorted()).toEqual(degrading.toSorted())
  })

  it('quotes only messages that the program has', () => {
    const quoted = [
      ...firstColumn(OPERATING, 'message'),
      ...firstColumn(OPERATING, 'log line'),
      ...[...OPERATING.matchAll(/\blog: (`[^`]+`)/gi)].flatMap(([, text = '']) => inBackticks(text)),
    ].filter((text) => text.includes(' '))

    expect(quoted.length).toBeGreaterThan(40)
    expect(quoted.filter((text) => !partsOf(text).every((part) => CODE.includes(part)))).toEqual([])
  })
})

it('docs/api.md lists each code of a visit that fails, and no other', () => {
  const sentence = /`lastError` is .*? with a code of (.*?)\./s.exec(read('docs/api.md'))?.[1] ?? ''

  expect(inBackticks(sentence)).toEqual([...VISIT_ERROR_CODES])
})

describe('the check of commands', () => {
  it.each([
    ['content-digest sevre', 'there is no command sevre'],
    ['npx content-digest store copi --from A', 'there is no command store copi'],
    ['content-digest restore FILE --too X', 'restore has no --too'],
    ['/opt/content-digest/bin/content-digest serve --prot 1', 'serve has no --prot'],
    ['content-digest keys list | grep -v x --no', undefined],
    ['content-digest search solar -subsidy', undefined],
    ['docker run content-digest', undefined],
  ])('sees what is wrong with %s', (line, fault) => {
    expect(commandFaults(line)).toEqual(fault === undefined ? [] : [`${line}: ${fault}`])
  })
})

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => `${folder}/${file}`)
}

/** Commands that have no subcommands: `serve`, `store copy`. */
function leavesOf(command: Command, parents: readonly string[] = []): string[] {
  const own = command.commands.length === 0 || takesNames(command) ? [parents.join(' ')] : []
  return [...own, ...command.commands.flatMap((child) => leavesOf(child, [...parents, child.name()]))]
}

function commandsOf(command: Command, path = ''): (readonly [path: string, command: Command])[] {
  const inner = command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`.trim()))
  return [[path, command], ...inner]
}

/** Whether a command does something by itself, though it has others below it. */
function takesNames(command: Command): boolean {
  return command.registeredArguments.length > 0
}

/** Lines of blocks of code, and what stands in backticks. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = '']) => block)
  const prose = text.replaceAll(/^```\w*\n.*?^```/gms, '')
  return [...blocks.flatMap((block) => block.split('\n')), ...inBackticks(prose)]
}

/** What a line that begins with the program calls that is not there. */
function commandFaults(line: string): string[] {
  const call = /^(?:npx |\S*\/bin\/|docker exec \w+ )?content-digest +([a-z][^|#>;&(]*)/.exec(line)?.[1]
  if (call === undefined) return []
  const words = (call.split(' -- ')[0] ?? '').trim().split(/\s+/)
  const path: string[] = []
  let command = program
  while (command.commands.length > 0) {
    const name = words[path.length] ?? ''
    const child = command.commands.find((one) => one.name() === name)
    if (child === undefined && takesNames(command)) break
    path.push(name)
    if (child === undefined) return [`${line}: there is no command ${path.join(' ')}`]
    command = child
  }
  return words
    .filter((word) => /^--[a-z]|^-[a-z]$/.test(word))
    .map((word) => word.replace(/[=,:].*/, ''))
    .filter((flag) => !command.options.some(({ long, short }) => flag === long || flag === short))
    .map((flag) => `${line}: ${path.join(' ')} has no ${flag}`)
}

const SETTINGS = [
  ...listSettings(allSettings).map(({ key }) => key),
  ...listSettings(sourceSettings).map(({ key }) => `sources[].${key}`),
]

/** Whether it is a setting, or a block of settings. */
function isSetting(name: string): boolean {
  const key = name.replace(/\.$/, '')
  return SETTINGS.some((setting) => setting === key || setting.startsWith(`${key}.`))
}

/** The parts of a message between what varies. The shortest say nothing. */
function partsOf(message: string): string[] {
  return message.split('…').filter((part) => part.length > 5)
}
