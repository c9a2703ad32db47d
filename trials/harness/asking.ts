/** Answers that a service must give alike before and after a fault: lists, pages further on, feeds, articles, searches. */
const PATHS = [
  '/api/items?limit=200',
  '/api/items?limit=20&sort=hot',
  '/api/items?limit=20&distinct=story&sort=score',
  '/api/items?source=news-1',
  '/api/sources?fields=id,itemCount',
  '/feed/json?limit=30',
] as const
const SEARCHES = [
  '/api/search?q=council&limit=50&sort=newest',
  '/api/search?q=bridges+OR+"decides+on"&sort=newest',
  '/api/search?q=title:har*&sort=newest',
] as const

/** The parts of answers that do not depend on the time of asking, by path. */
export async function answersOf(url: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const path of [...PATHS, ...SEARCHES]) {
    const response = await fetch(url + path)
    const text = await response.text()
    answers.set(
      path,
      response.ok ? lasting(text.replaceAll(url, '')) : `${response.status} ${text.slice(0, 200)}`,
    )
  }
  return answers
}

/** Leaves out scores, which fall with time, and times of making. */
function lasting(text: string): string {
  return JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    /^(?:generatedAt|score|scores|took|tookMs|hot|_digest|next_url|nextCursor|next|relevance)$/.test(key) ||
    key === 'meta'
      ? undefined
      : value,
  )
}

/** @returns one line for each path whose answers differ, with the place where they do */
export function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([path, was]) => {
    const is = after.get(path) ?? ''
    if (is === was) return []
    let at = 0
    while (is[at] === was[at]) at += 1
    const part = (text: string): string => text.slice(Math.max(0, at - 40), at + 60)
    return [`${path}: …${part(was)}… became …${part(is)}…`]
  })
}

/** Waits until `/readyz` says that all is there. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok === true
}
