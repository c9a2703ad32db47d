import { afterAll, beforeAll } from 'vitest'
import { NOW, openWorld, type World } from '../api/world.ts'
import { openService, type Service, type ServiceOptions } from './open-service.ts'

/** Serves an invented collection with its page while the tests of a file run. */
export function serveWorld(
  items: number,
  options: Omit<ServiceOptions, 'store' | 'now'> = {},
): Pick<Service, 'base'> & Pick<World, 'store'> {
  let world: World
  let service: Service
  beforeAll(async () => {
    world = await openWorld(items)
    service = await openService({ ...options, store: world.store, now: () => NOW })
  })
  afterAll(async () => {
    await service.close()
    await world.close()
  })
  return {
    get base() {
      return service.base
    },
    get store() {
      return world.store
    },
  }
}
