import type { Page } from 'playwright-core'

/** Options of a reader: the policy of the page would not let it be framed. */
export const FRAMED = { bypassCSP: true }

/**
 * What an expression gives at each width, px. The page is copied into a frame, which is laid out at each width, but not painted
 * there: that takes more than all else.
 */
export async function atWidths<T>(page: Page, widths: readonly number[], expression: string): Promise<T[]> {
  const frame = await (await page.evaluateHandle(OPEN_FRAME)).asElement()?.contentFrame()
  if (!frame) throw new Error('there is no frame')
  const given = await frame.evaluate<T[]>(`${JSON.stringify(widths)}.map((width) => {
    frameElement.style.width = width + 'px'
    return ${expression}
  })`)
  await page.evaluate(`document.querySelector('body > iframe').remove()`)
  return given
}

const OPEN_FRAME = `(async () => {
  const copied = document.documentElement.cloneNode(true)
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position: fixed; border: 0; max-width: none; height: 100px'
  document.body.append(frame)
  const inner = frame.contentDocument
  // Without a document type another layout would hold.
  inner.write('<!doctype html>')
  inner.close()
  const loading = [...copied.querySelectorAll('link[rel=stylesheet]')].map(
    (sheet) => new Promise((loaded, failed) => Object.assign(sheet, { onload: loaded, onerror: failed })),
  )
  inner.replaceChild(inner.adoptNode(copied), inner.documentElement)
  await Promise.all(loading)
  return frame
})()`
