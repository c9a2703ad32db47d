import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_VALIDATORS, type Source } from '../../src/model/source.ts'
