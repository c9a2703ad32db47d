import { describe } from 'vitest'
import { hasPostgres, newPostgresFixture } from '../store/postgres-fixture.ts'
import { choosingContract } from './choosing.ts'
import { sendingContract } from './sending.ts'

describe.skipIf(!hasPostgres('hooks on PostgreSQL'))('on PostgreSQL', () => {
  sendingContract(newPostgresFixture)
  choosingContract(newPostgresFixture)
})
