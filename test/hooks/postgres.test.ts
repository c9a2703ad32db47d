import { describe } from 'vitest'
import { hasPostgres, emptiedPostgresFixture } from '../store/postgres-fixture.ts'
import { choosingContract } from './choosing.ts'
import { sendingContract } from './sending.ts'

describe.skipIf(!hasPostgres('hooks on PostgreSQL'))('on PostgreSQL', () => {
  sendingContract(emptiedPostgresFixture)
  choosingContract(emptiedPostgresFixture)
})
