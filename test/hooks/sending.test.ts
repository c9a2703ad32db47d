import { describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.ts'
import { newSqliteFixture } from '../store/sqlite-fixture.ts'
import { aHook, openHookWorld } from './hook-world.ts'
import { answer, itemIdsOf, openReceiver } from './receiver.ts'
import { sendingContract } from './sending.ts'

sendingContract(newSqliteFixture)

it('a hook loses nothing that could not be saved before it was sent, and says so once', async () => {
  const fixture = await newSqliteFixture()
  const [world, receiver] = [await openHookWorld(fixture), await openReceiver()]
  await world.run(aHook(receiver.url))
  const db = new Database(fixture.file)
  db.exec(`CREATE TRIGGER full BEFORE UPDATE ON hooks BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  const errors = () => world.log.filter((line) => line.startsWith('error'))
  await world.add([1])
  await expect.poll(errors).toHaveLength(1)
  await world.add([2])

  db.exec('DROP TRIGGER full')
  await expect.poll(() => itemIdsOf(receiver.accepted)).toEqual([1, 2])

  expect(errors()).toEqual(['error hook alerts: the store failed: no room (SQLITE_CONSTRAINT_TRIGGER)'])
  db.close()
})

describe('a hook of another course of changes', () => {
  it('begins at now, says so, and drops what it was sending', async () => {
    const fixture = await newSqliteFixture()
    const [world, receiver] = [await openHookWorld(fixture), await openReceiver()]
    receiver.next.push(answer(500))
    const before = await world.run(aHook(receiver.url))
    await world.add([1])
    await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)
    await before.stop()
    // As a restored backup has another one.
    const db = new Database(fixture.file)
    db.exec(`UPDATE identity SET history = '00000000-0000-4000-8000-000000000000'`)
    db.close()
    await world.add([2])

    await world.run(aHook(receiver.url))
    await world.add([3])
    await expect.poll(() => receiver.accepted.length).toBe(1)

    expect(itemIdsOf(receiver.accepted)).toEqual([3])
    expect(world.log).toContain(
      'warn hook alerts begins anew, and sends what changes from now on: this is another course of changes, as of a restored backup',
    )
  })

  it('begins at now where its position is beyond the last change, or before the oldest kept delete', async () => {
    const fixture = await newSqliteFixture()
    const [world, receiver] = [await openHookWorld(fixture), await openReceiver()]
    await world.add([1, 2])
    await world.store.beginHook(
      { name: 'alerts', historyId: await world.reader.historyId(), position: 999 },
      [],
    )

    await world.run(aHook(receiver.url))
    await expect
      .poll(() => world.log.at(-1))
      .toMatch(/^warn hook alerts begins anew, .*This collection has no change 999/)
    await world.add([3])
    await expect.poll(() => receiver.accepted.length).toBe(1)

    expect(itemIdsOf(receiver.accepted)).toEqual([3])
  })
})
