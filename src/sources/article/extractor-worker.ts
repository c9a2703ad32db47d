// The thread that parses untrusted pages. It is stateless and can be ended at any time.

import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../model/errors.ts'
import type { ArticlePage, PageRequest } from './article-page.ts'
import { readArticle } from './read-article.ts'

export interface ExtractorTask {
  readonly html: string
  readonly url: string
  readonly request: PageRequest
}

/** First `ready`, then one result per task. */
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
