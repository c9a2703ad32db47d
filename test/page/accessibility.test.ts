import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../browser.ts'
import { type NewsroomViews, newsroomViews } from './newsroom-views.ts'
import { NOW } from './newsroom-world.ts'
import { openService } from './open-service.ts'
import { alive, openReader } from './reader.ts'
import { openTroubledWorld } from './troubled-world.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that colours or widths can break. */
const OF_LOOKS = [
  'button-name',
  'color-contrast',
  'empty-heading',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
]

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 390, height: 844 }

describe.skipIf(!hasBrowser('accessibility in a browser'))('every view', () => {
  let views: NewsroomViews

  beforeAll(async () => {
    views = await newsroomViews()
  })

  it('has no violation that axe finds, light and wide, dark and narrow', async () => {
    // Colours change at once.
    const options = { base: views.base, reducedMotion: 'reduce' } as const
    const reader = await openReader(views.browser, options)
    const { page } = reader
    const found: Record<string, string[]> = {}
    for (const [path, address] of Object.entries(views.addresses)) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(WIDE)
      await page.goto(views.base + address)
      await alive(page)
      await openDetails(page)
      await leaveSomeOperations(page)
      const violations = await violationsOn(page)
      // What is read out does not hang on colours and width: the second look is for what does.
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize(NARROW)
      violations.push(...(await violationsOn(page, OF_LOOKS)))
      if (violations.length > 0) found[path] = violations
    }

    expect(found).toEqual({})
    await reader.close()
  })

  it('has none where a key is asked for, and where it is wrong', async () => {
    const hash = createHash('sha256').update('open-sesame').digest('hex')
    const apiKeys = [{ name: 'me', hash, scope: 'all' as const }]
    const troubled = await openTroubledWorld()
    const guarded = await openService({ store: troubled.store, now: () => NOW, config: { apiKeys } })
    const reader = await openReader(views.browser, { base: guarded.base })

    await reader.page.goto(guarded.base)
    await alive(reader.page)
    const withPictures = await violationsOn(reader.page)
    await reader.page.getByLabel('API key').fill('open-barley')
    await reader.page.getByRole('button', { name: 'Use this key', exact: true }).click()
    await reader.page.getByRole('heading', { name: 'This API key is wrong', exact: true }).waitFor()
    await alive(reader.page)
    const refused = await violationsOn(reader.page)

    expect([withPictures, refused]).toEqual([[], []])
    await reader.close()
    await guarded.close()
    await troubled.close()
  })

  it('has none in trouble either: sources that fail, nothing found, nothing there', async () => {
    const troubled = await openTroubledWorld()
    const failing = await openService({ store: troubled.store, now: () => NOW })
    const reader = await openReader(views.browser, { base: failing.base })

    for (const address of [
      '/sources',
      '/source?id=in-trouble-tls',
      '/sources?name=nosuch',
      '/search?q=nosuchword',
      '/list?category=nosuch',
      '/article?id=99999',
    ]) {
      await reader.page.goto(failing.base + address)
      await alive(reader.page)

      expect({ address, violations: await violationsOn(reader.page) }).toEqual({ address, violations: [] })
    }
    await reader.close()
    await failing.close()
    await troubled.close()
  })

  it('would be found to have one where it had one', async () => {
    const reader = await openReader(views.browser, { base: views.base })
    await reader.page.goto(`${views.base}/stats`)
    await alive(reader.page)

    await reader.page.evaluate(`document.querySelector('.chart-bars').removeAttribute('aria-label')`)

    expect(await violationsOn(reader.page)).toEqual([expect.stringMatching(/^svg-img-alt: /)])
    await reader.close()
  })
})

/** What is folded away is read too. */
async function openDetails(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true })`)
}

/** The reference of the interface repeats itself in 8,000 elements: three operations of each group, and three shapes, have all kinds. */
async function leaveSomeOperations(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('.docs-group > :nth-child(n + 5)').forEach((one) => one.remove())`,
  )
}

/** Rule and place of each violation; only of those axe makes places, which takes long. The script is brought in past the policy, which would not allow it. */
async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // It takes longer to hand over than to run most rules.
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}
