// Loaded with --import into measured processes and their threads. Reports what the whole process has used, including its
// threads, and what memory each thread has.
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import process from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

/** Time that threads have to answer, ms. */
const PATIENCE_MS = 1_000
const threads = new BroadcastChannel('bench-memory')

if (!isMainThread)
  threads.addEventListener('message', ({ data }) => {
    if (data === 'memory') threads.postMessage(ownMemory())
  })
else {
  const { BENCH_USAGE_FILE } = process.env
  if (process.send) {
    process.on('message', (message) => {
      if (message === 'usage') process.send(usage())
      if (message === 'memory') reportThreads()
      if (message === 'startProfile') void startProfile()
      if (message === 'stopProfile') void stopProfile()
    })
    // Listening must not keep a finished process alive.
    process.channel?.unref()
  }
  if (BENCH_USAGE_FILE) process.on('exit', () => writeFileSync(BENCH_USAGE_FILE, JSON.stringify(usage())))
}
// A process or a thread ends though it listens.
threads.unref()

/** Time between two samples of a profile, µs. */
const SAMPLE_US = 200
const session = new Session()

async function startProfile() {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await session.post('Profiler.start')
  process.send('started')
}

async function stopProfile() {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  process.send(profile)
}

function reportThreads() {
  const memory = [ownMemory()]
  threads.addEventListener('message', ({ data }) => memory.push(data))
  threads.unref()
  threads.postMessage('memory')
  setTimeout(() => process.send(memory), PATIENCE_MS)
}

function ownMemory() {
  const { total_physical_size, malloced_memory, total_heap_size_executable } = getHeapStatistics()
  return {
    thread: isMainThread ? 'main' : `${threadId}`,
    heapMegabytes: total_physical_size / 1_048_576,
    codeMegabytes: total_heap_size_executable / 1_048_576,
    compilerMegabytes: malloced_memory / 1_048_576,
    buffersMegabytes: process.memoryUsage().arrayBuffers / 1_048_576,
  }
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
