import { describe, expect, it } from 'vitest'
import { anEntry } from '../../../test/an-entry.ts'
import { siteNames, withoutSiteName } from './site-name.ts'

const POST = { name: 'Northfield Post' }
const UNTITLED = { title: undefined }

describe('the name of a site at the end of titles', () => {
  it.each([
    ['Storm reaches the northern coast | Northfield Post', 'Storm reaches the northern coast'],
    ['Storm reaches the northern coast - The Northfield Post', 'Storm reaches the northern coast'],
    ['Storm - a first look at the coast – NORTHFIELD POST', 'Storm - a first look at the coast'],
    ['Storm reaches the northern coast | Science', 'Storm reaches the northern coast | Science'],
    ['Storm reaches the Northfield Post', 'Storm reaches the Northfield Post'],
    ['Episode 12 - Northfield Post', 'Episode 12 - Northfield Post'],
    ['台风正在靠近北部海岸 - Northfield Post', '台风正在靠近北部海岸'],
  ])('leaves %j as %j', (title, left) => {
    expect(withoutSiteName(title, siteNames(POST, UNTITLED, []))).toBe(left)
  })

  it('is known from the feed’s title, whole and in parts', () => {
    const names = siteNames({ name: 'News' }, { title: 'Science | Harbor Herald' }, [])

    expect(withoutSiteName('Storm reaches the northern coast - Harbor Herald', names)).toBe(
      'Storm reaches the northern coast',
    )
  })

  it('is what nearly all titles of a document end with', () => {
    const titled = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => anEntry({ title: `Report number ${at} of storms | ${name}` }))
    const left = (entries: ReturnType<typeof titled>) =>
      withoutSiteName('Storm reaches the northern coast | Tide', siteNames(POST, UNTITLED, entries))

    expect(left(titled(6, 'Tide'))).toBe('Storm reaches the northern coast')
    expect(left(titled(5, 'Tide'))).toBe('Storm reaches the northern coast | Tide')
    expect(left([...titled(6, 'Tide'), ...titled(3, 'Harbor')])).toBe(
      'Storm reaches the northern coast | Tide',
    )
  })
})
