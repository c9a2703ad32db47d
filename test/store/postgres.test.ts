import { describe } from 'vitest'
import { storeContract } from './contract.ts'
import { emptiedPostgresFixture, hasPostgres } from './postgres-fixture.ts'

describe.skipIf(!hasPostgres('the store in PostgreSQL'))('in a database', () => {
  storeContract('PostgreSQL', emptiedPostgresFixture)
})
