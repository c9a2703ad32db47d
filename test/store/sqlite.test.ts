import { storeContract } from './contract.ts'
import { newSqlitePlace } from './place.ts'

storeContract('sqlite', newSqlitePlace)
