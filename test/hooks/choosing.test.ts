import { newSqliteFixture } from '../store/sqlite-fixture.ts'
import { choosingContract } from './choosing.ts'

choosingContract(newSqliteFixture)
