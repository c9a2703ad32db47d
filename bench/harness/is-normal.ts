/** An answer to a single reader takes less, ms. */
const NORMAL_MS = 250

/** Whether five lists in turn are answered as usual. */
export async function isNormal(url: string): Promise<boolean> {
  for (let n = 0; n < 5; n += 1) {
    const started = performance.now()
    const response = await fetch(`${url}/api/items?limit=20&offset=${n}`)
    await response.arrayBuffer()
    if (!response.ok || performance.now() - started > NORMAL_MS) return false
  }
  return true
}
