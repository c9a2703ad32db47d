import { storeContract } from './contract.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

storeContract('sqlite', newSqliteFixture)
