import type { Config } from '../../../config/config.ts'
import { changeSettingsFile } from '../../../config/files/change-file.ts'
import { removeSources } from '../../../config/files/edit-sources.ts'
import { displayPath } from '../../../config/files/settings-file.ts'
import { loadConfig } from '../../../config/load.ts'
import { counted } from '../../../model/counted.ts'
import { didYouMean } from '../../../model/nearest.ts'
import { closing, type CommandDeps, type ExitCode, invalid, jsonText } from '../../io.ts'
import { hasStore, openReadStore, openStore } from '../../open-store.ts'
import type { Flags } from '../../options.ts'
import { agrees, type Ask } from '../../terminal.ts'
import { missingFile } from '../../without-settings.ts'
import { itemsOfSources, leftSources, type SourceItems } from './left-sources.ts'

export type RemoveOptions = Flags<'keepItems' | 'yes' | 'json'>

export interface RemoveDeps extends CommandDeps {
  /** `undefined` without a terminal. */
  readonly ask: Ask | undefined
}

/**
 * Removes sources from the settings, and deletes the items that no other configured source has. A running service
 * drops them within seconds.
 *
 * @returns 2 if the person did not agree, or nobody could be asked
 * @throws DigestError('parameterInvalid') if neither the settings nor the store have one of the sources
 * @throws DigestError('configInvalid') if there are no settings, or if they have errors or cannot be written
 */
export async function removeSourcesById(
  given: readonly string[],
  { keepItems = false, yes = false, json = false, ...flags }: RemoveOptions,
  deps: RemoveDeps,
): Promise<ExitCode> {
  const { io, cwd, env } = deps
  const load = (): Config => loadConfig({ flags, env, cwd, withSecrets: false })
  const config = load()
  const { file } = config
  // Without settings it is unknown which other sources share the items.
  if (file === undefined) throw missingFile()
  const ids = [...new Set(given)]
  const items = await findItems(ids, config)
  if (
    items.own.length > 0 &&
    !keepItems &&
    !yes &&
    !(await agreesToDelete(ids, items, { io, ask: json ? undefined : deps.ask }))
  )
    return 2

  // Another process may have changed the file in the meantime.
  const configured = load().sources.map((source) => source.id)
  const taken = ids.filter((id) => configured.includes(id))
  if (taken.length > 0) {
    const indexes = taken.map((id) => configured.indexOf(id))
    changeSettingsFile(file, cwd, (text) => removeSources(text, indexes))
    io.stderr.write(`Took ${listed(taken)} out of ${displayPath(file, cwd)}.\n`)
  }
  const forgotten = (await hasStore(config)) ? await forget(ids, load(), keepItems, deps) : []
  const removals = ids.map((id, index) => {
    const { own, shared } = forgotten[index] ?? NO_ITEMS
    const [deleted, kept] = keepItems ? [0, own.length] : [own.length, 0]
    return { id, removed: taken.includes(id), deleted, kept, shared }
  })
  if (json) io.stdout.write(jsonText((removals.length === 1 && removals[0]) || removals))
  return 0
}

const NO_ITEMS: SourceItems = { own: [], shared: 0 }

/** @throws DigestError('parameterInvalid') with all unknown sources */
async function findItems(ids: readonly string[], config: Config): Promise<SourceItems> {
  return closing((await hasStore(config)) ? await openReadStore(config) : undefined, async (store) => {
    const left = await leftSources(config, store)
    const known = [...config.sources.map((source) => source.id), ...left.map(({ name }) => name)]
    const unknown = ids.filter((id) => !known.includes(id))
    if (unknown.length > 0)
      throw invalid(unknown.map((id) => `no source has the id '${id}'${didYouMean(id, known)}`).join('\n'))
    const others = config.sources.filter((source) => !ids.includes(source.id))
    return store === undefined ? NO_ITEMS : await itemsOfSources(ids, others, store)
  })
}

function listed(ids: readonly string[]): string {
  return ids.map((id) => `'${id}'`).join(', ')
}

async function agreesToDelete(
  ids: readonly string[],
  { own, shared }: SourceItems,
  { io, ask }: Pick<RemoveDeps, 'io' | 'ask'>,
): Promise<boolean> {
  const what = `${counted(own.length, 'item')} of ${listed(ids)}`
  const others = shared === 0 ? '' : ` (${shared} that other sources have too stay)`
  if (ask === undefined) {
    const message = `${what} would be deleted${others}, and nothing was done; --yes does it, --keep-items keeps them\n`
    io.stderr.write(message)
    return false
  }
  if (await agrees(ask, `Delete ${what}${others}?`)) return true
  io.stderr.write('nothing was done; --keep-items takes only the source out\n')
  return false
}

/** Items deleted in one transaction: a visit then waits only a few milliseconds. */
const BATCH = 500

/** @returns the items of each source, in the order of `ids`; an item of two counts for the first */
async function forget(
  ids: readonly string[],
  config: Config,
  keepsItems: boolean,
  { io, now }: RemoveDeps,
): Promise<readonly SourceItems[]> {
  return closing(await openStore(config), async (store) => {
    await store.syncSources(config.sources, now())
    const forgotten: SourceItems[] = []
    for (const id of ids) {
      // Read again: a service may have added some meanwhile.
      const items = await itemsOfSources([id], config.sources, store)
      forgotten.push(items)
      const { own, shared } = items
      if (keepsItems) {
        const message = `${counted(own.length, 'item')} of '${id}' stay until retention deletes them.\n`
        if (own.length > 0) io.stderr.write(message)
        continue
      }
      for (let at = 0; at < own.length; at += BATCH)
        await store.saveCorrections({ at: now(), deletes: own.slice(at, at + BATCH), corrections: [] })
      const of = ids.length === 1 ? '' : ` of '${id}'`
      const others = shared === 0 ? '' : `; ${shared} that other sources have too stay`
      io.stderr.write(`${counted(own.length, 'item')}${of} deleted${others}.\n`)
    }
    return forgotten
  })
}
