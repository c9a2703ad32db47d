import { describe } from 'vitest'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { Store } from '../../src/store/store.ts'
import { addressesContract } from './contract/addresses.ts'
import { articlesContract } from './contract/articles.ts'
import { changesContract } from './contract/changes.ts'
import { clusteringContract } from './contract/clustering.ts'
import { correctionsContract } from './contract/corrections.ts'
import { editionsContract } from './contract/editions.ts'
import { engagementContract } from './contract/engagement.ts'
import { failuresContract } from './contract/failures.ts'
import { followingContract } from './contract/following.ts'
import { groupsContract } from './contract/groups.ts'
import { hooksContract } from './contract/hooks.ts'
import { iconsContract } from './contract/icons.ts'
import { identityContract } from './contract/identity.ts'
import { listsContract } from './contract/lists.ts'
import { pruningContract } from './contract/pruning.ts'
import { publicationsContract } from './contract/publications.ts'
import { representativesContract } from './contract/representatives.ts'
import { searchResultsContract } from './contract/search-results.ts'
import { searchContract } from './contract/search.ts'
import { sourceLocationContract } from './contract/source-location.ts'
import { sourcesContract } from './contract/sources.ts'
import { statsContract } from './contract/stats.ts'
import { storiesContract } from './contract/stories.ts'
import { thumbnailsContract } from './contract/thumbnails.ts'
import { trendsContract } from './contract/trends.ts'

/** Where one collection lives, empty at first. */
export interface StoreFixture {
  /** A connection that writes; each call gives another one to the same collection. */
  open(): Promise<Store>
  /** A connection that only reads. */
  openReader(): Promise<ReadStore>
}

/** Gives a new, empty store and closes all its connections after the test. The clock stands at `NOW`. */
export type NewStoreFixture = () => Promise<StoreFixture>

/** What every engine must do. */
export function storeContract(engine: string, newFixture: NewStoreFixture): void {
  describe(`${engine} store`, () => {
    articlesContract(newFixture)
    identityContract(newFixture)
    addressesContract(newFixture)
    publicationsContract(newFixture)
    engagementContract(newFixture)
    storiesContract(newFixture)
    representativesContract(newFixture)
    trendsContract(newFixture)
    clusteringContract(newFixture)
    listsContract(newFixture)
    searchContract(newFixture)
    searchResultsContract(newFixture)
    sourcesContract(newFixture)
    sourceLocationContract(newFixture)
    iconsContract(newFixture)
    thumbnailsContract(newFixture)
    editionsContract(newFixture)
    statsContract(newFixture)
    followingContract(newFixture)
    changesContract(newFixture)
    pruningContract(newFixture)
    correctionsContract(newFixture)
    groupsContract(newFixture)
    hooksContract(newFixture)
    failuresContract(newFixture)
  })
}
