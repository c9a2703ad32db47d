// Loaded with --import into measured processes. Reports what the whole process has used, including its threads.
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const { BENCH_USAGE_FILE } = process.env
  if (process.send) {
    process.on('message', (message) => {
      if (message === 'usage') process.send(usage())
    })
    // Listening must not keep a finished process alive.
    process.channel?.unref()
  }
  if (BENCH_USAGE_FILE) process.on('exit', () => writeFileSync(BENCH_USAGE_FILE, JSON.stringify(usage())))
}

function usage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return {
    userSeconds: userCPUTime / 1e6,
    systemSeconds: systemCPUTime / 1e6,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    maxRssMegabytes: maxRSS / 1024,
    rssMegabytes: process.memoryUsage.rss() / 1_048_576,
  }
}
