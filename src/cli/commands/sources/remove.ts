import type { Config } from '../../../config/config.ts'
import { changeSettingsFile } from '../../../config/files/change-file.ts'
import { removeSource } from '../../../config/files/edit-sources.ts'
import { displayPath } from '../../../config/files/settings-file.ts'
import { loadConfig } from '../../../config/load.ts'
import { counted } from '../../../model/counted.ts'
import { didYouMean } from '../../../model/nearest.ts'
import { closing, type CommandDeps, type ExitCode, invalid, jsonText } from '../../io.ts'
import { hasStore, openReadStore, openStore } from '../../open-store.ts'
import type { Flags } from '../../options.ts'
import { agrees, type Ask } from '../../terminal.ts'
import { missingFile } from '../../without-settings.ts'
import { itemsOfSource, leftSources, type SourceItems } from './left-sources.ts'

export type RemoveOptions = Flags<'keepItems' | 'yes' | 'json'>

export interface RemoveDeps extends CommandDeps {
  /** `undefined` without a terminal. */
  readonly ask: Ask | undefined
}

/**
 * Removes a source from the settings, and deletes the items that no other configured source has. A running service
 * drops it within seconds.
 *
 * @returns 2 if the person did not agree, or nobody could be asked
 * @throws DigestError('parameterInvalid') if neither the settings nor the store have the source
 * @throws DigestError('configInvalid') if there are no settings, or if they have errors or cannot be written
 */
export async function removeSourceById(
  id: string,
  { keepItems = false, yes = false, json = false, ...flags }: RemoveOptions,
  deps: RemoveDeps,
): Promise<ExitCode> {
  const { io, cwd, env } = deps
  const load = (): Config => loadConfig({ flags, env, cwd, withSecrets: false })
  const config = load()
  const { file } = config
  // Without settings it is unknown which other sources share the items.
  if (file === undefined) throw missingFile()
  const items = await findItems(id, config)
  if (
    items.own.length > 0 &&
    !keepItems &&
    !yes &&
    !(await agreesToDelete(id, items, { io, ask: json ? undefined : deps.ask }))
  )
    return 2

  // Another process may have changed the file in the meantime.
  const index = load().sources.findIndex((source) => source.id === id)
  const isTaken = index >= 0
  if (isTaken) {
    changeSettingsFile(file, cwd, (text) => removeSource(text, index))
    io.stderr.write(`Took '${id}' out of ${displayPath(file, cwd)}.\n`)
  }
  const { own, shared } = (await hasStore(config)) ? await forget(id, load(), keepItems, deps) : items
  const [deleted, kept] = keepItems ? [0, own.length] : [own.length, 0]
  if (json) io.stdout.write(jsonText({ id, removed: isTaken, deleted, kept, shared }))
  return 0
}

/** @throws DigestError('parameterInvalid') for an unknown source */
async function findItems(id: string, config: Config): Promise<SourceItems> {
  const ids = config.sources.map((source) => source.id)
  const others = config.sources.filter((source) => source.id !== id)
  return closing((await hasStore(config)) ? await openReadStore(config) : undefined, async (store) => {
    const left = await leftSources(config, store)
    const known = [...ids, ...left.map(({ name }) => name)]
    if (!known.includes(id)) throw invalid(`no source has the id '${id}'${didYouMean(id, known)}`)
    return store === undefined ? { own: [], shared: 0 } : await itemsOfSource(id, others, store)
  })
}

async function agreesToDelete(
  id: string,
  { own, shared }: SourceItems,
  { io, ask }: Pick<RemoveDeps, 'io' | 'ask'>,
): Promise<boolean> {
  const what = `${counted(own.length, 'item')} of '${id}'`
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

async function forget(
  id: string,
  config: Config,
  keepsItems: boolean,
  { io, now }: RemoveDeps,
): Promise<SourceItems> {
  return closing(await openStore(config), async (store) => {
    await store.syncSources(config.sources, now())
    // Read again: a service may have added some meanwhile.
    const items = await itemsOfSource(id, config.sources, store)
    const { own, shared } = items
    if (keepsItems) {
      const message = `${counted(own.length, 'item')} of '${id}' stay until retention deletes them.\n`
      if (own.length > 0) io.stderr.write(message)
      return items
    }
    for (let at = 0; at < own.length; at += BATCH)
      await store.saveCorrections({ at: now(), deletes: own.slice(at, at + BATCH), corrections: [] })
    const others = shared === 0 ? '' : `; ${shared} that other sources have too stay`
    io.stderr.write(`${counted(own.length, 'item')} deleted${others}.\n`)
    return items
  })
}
