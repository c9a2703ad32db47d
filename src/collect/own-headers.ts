import type { Source } from '../domain/source.ts'

/** Headers of a source that may go along to `url`: to its own origin, and nowhere else. */
export function ownHeadersFor({ url: own, headers }: Source, url: string): Source['headers'] {
  return headers !== undefined && originOf(own) === originOf(url) ? headers : undefined
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
