import { trial as acceleratedUse } from './groups/accelerated-use.ts'
import { trial as clockJumps } from './groups/clock-jumps.ts'
import { trial as damagedStore } from './groups/damaged-store.ts'
import { trial as diskFull } from './groups/disk-full.ts'
import { trial as failingCalls } from './groups/failing-calls.ts'
import { trial as hostileNames } from './groups/hostile-names.ts'
import { trial as hostileServers } from './groups/hostile-servers.ts'
import { trial as killCollecting } from './groups/kill-collecting.ts'
import { trial as killServing } from './groups/kill-serving.ts'
import { trial as lockedStore } from './groups/locked-store.ts'
import { trial as mirrorNodes } from './groups/mirror-nodes.ts'
import { trial as mirror } from './groups/mirror.ts'
import { trial as mutatedFeeds } from './groups/mutated-feeds.ts'
import { trial as overload } from './groups/overload.ts'
import { trial as sideFiles } from './groups/side-files.ts'
import { trial as slowClients } from './groups/slow-clients.ts'
import { trial as stopUnderLoad } from './groups/stop-under-load.ts'
import type { Trial } from './harness/trial.ts'

/** All trials, in the order in which they run and stand in the docs. */
export const TRIALS: readonly Trial[] = [
  killCollecting,
  killServing,
  failingCalls,
  diskFull,
  lockedStore,
  damagedStore,
  sideFiles,
  clockJumps,
  mutatedFeeds,
  hostileNames,
  hostileServers,
  slowClients,
  overload,
  stopUnderLoad,
  acceleratedUse,
  mirror,
  mirrorNodes,
]
