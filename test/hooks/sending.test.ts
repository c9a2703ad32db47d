import { newSqliteFixture } from '../store/sqlite-fixture.ts'
import { sendingContract } from './sending.ts'

sendingContract(newSqliteFixture)
