import { trial as damagedStore } from './groups/damaged-store.ts'
import { trial as diskFull } from './groups/disk-full.ts'
import { trial as killCollecting } from './groups/kill-collecting.ts'
import { trial as killServing } from './groups/kill-serving.ts'
import { trial as sideFiles } from './groups/side-files.ts'
import type { Trial } from './harness/trial.ts'

/** All trials, in the order in which they run and stand in the docs. */
export const TRIALS: readonly Trial[] = [killCollecting, killServing, diskFull, damagedStore, sideFiles]
