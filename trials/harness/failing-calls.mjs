// Makes the k-th call of one kind fail, in the process that loads this file. Without FAIL_AT it only counts them. The
// count is written to FAIL_COUNT_FILE at the end.
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const {
  FAIL_KIND: kind,
  FAIL_AT: failAt = '0',
  FAIL_FOLDER: folder = '',
  FAIL_COUNT_FILE: countFile,
} = process.env
const { writeFileSync } = fs
let calls = 0

function isDue() {
  calls += 1
  return calls === Number(failAt)
}

function failure(code) {
  return Object.assign(new Error(`${code}: planted`), { code })
}

if (kind === 'database') {
  const require = createRequire(import.meta.url)
  const name = Number(process.versions.napi) >= 10 ? 'better-sqlite3' : 'better-sqlite3-12'
  const Database = require(name)
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'))
  for (const method of ['run', 'get', 'all', 'iterate']) {
    const original = statement[method]
    statement[method] = function (...values) {
      if (isDue()) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR')
      return original.apply(this, values)
    }
  }
}
if (kind === 'file') {
  const inFolder = (path) => typeof path === 'string' && path.startsWith(folder)
  for (const method of [
    'openSync',
    'writeFileSync',
    'renameSync',
    'readFileSync',
    'linkSync',
    'rmSync',
    'mkdirSync',
    'copyFileSync',
  ]) {
    const original = fs[method]
    fs[method] = (...values) => {
      if (inFolder(values[0]) && isDue()) throw failure('EIO')
      return original(...values)
    }
  }
  for (const method of ['open', 'writeFile', 'rename', 'readFile', 'mkdir', 'rm']) {
    const original = fs.promises[method]
    fs.promises[method] = async (...values) => {
      if (inFolder(values[0]) && isDue()) throw failure('EIO')
      return original.call(fs.promises, ...values)
    }
  }
  syncBuiltinESMExports()
}
if (kind === 'network') {
  // oxlint-disable-next-line typescript/unbound-method
  const { connect } = net.Socket.prototype
  net.Socket.prototype.connect = function (...values) {
    if (isDue()) {
      process.nextTick(() => this.destroy(failure('ECONNRESET')))
      return this
    }
    return connect.apply(this, values)
  }
}
process.on('exit', () => {
  if (countFile !== undefined) writeFileSync(countFile, String(calls))
})
