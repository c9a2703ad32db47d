/** An entry that says nothing but what it is given. */
export { blankEntry as anEntry } from '../src/collect/blank-entry.ts'
