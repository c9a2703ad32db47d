import { startFeedFarm } from './feeds/feed-farm.ts'
const farm = await startFeedFarm(Number(process.argv[2] ?? 1000), 30)
console.log(farm.writeSettings('/tmp/scratch-cost'), farm.bytes)
process.on('message', () => {})
setInterval(() => {}, 1e6)
