import { print } from '../../bench/harness/print.ts'
import { checkHotOrder } from './hot-order.ts'

// Compares the order by hot with brute force: `npx tsx research/million/run.ts [ITEMS]`.
const items = Number(process.argv[2] ?? 1_000_000)
const started = performance.now()
print(JSON.stringify(checkHotOrder(items, 5, 11)))
print(`${(performance.now() - started).toFixed(0)} ms`)
