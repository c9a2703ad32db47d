// The thread that takes strangers' pages apart. It can be ended at any time and holds nothing that is missed.

import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../model/errors.ts'
import type { ArticlePage, PageRequest } from './article-page.ts'
import { readArticle } from './read-article.ts'

/** What the thread is asked, one page at a time. */
export interface ExtractorTask {
  readonly html: string
  readonly url: string
  readonly request: PageRequest
}

/** What it says: that it can begin, then one answer a task. */
export type ExtractorMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly page: ArticlePage }
  | { readonly kind: 'failed'; readonly message: string }

parentPort?.on('message', (task: ExtractorTask) => parentPort?.postMessage(answer(task)))
parentPort?.postMessage({ kind: 'ready' } satisfies ExtractorMessage)

function answer({ html, url, request }: ExtractorTask): ExtractorMessage {
  try {
    return { kind: 'read', page: readArticle(html, url, request) }
  } catch (cause) {
    return { kind: 'failed', message: messageOf(cause) }
  }
}
