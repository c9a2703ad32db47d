import type { Article } from '../../api/types.ts'
import { bytesText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { AudioPlayer } from '../../parts/audio-player.tsx'
import { hostOf } from './host.ts'

/** Media files of the article: a podcast's audio, a document. */
export function Enclosures({
  article: { id, enclosures },
}: {
  readonly article: Pick<Article, 'id' | 'enclosures'>
}) {
  const { words, pageLocation, link } = usePage()
  const playsSound = pageLocation.query['sound'] === 'play'
  const others = enclosures.filter(({ mimeType }) => mimeType?.startsWith('image/') !== true)
  if (others.length === 0) return null
  return (
    <section class="enclosures" aria-label={words.article.files}>
      <h2 class="label">{words.article.files}</h2>
      <ul>
        {others.map(({ url, mimeType, bytes }) => (
          <li key={url}>
            {mimeType?.startsWith('audio/') === true &&
              (playsSound ? (
                <AudioPlayer id={id} url={url} label={decodeName(url)} />
              ) : (
                <p class="pictures-note">
                  <a class="button" href={link(changed(pageLocation, { sound: 'play' }))}>
                    {words.article.sound}
                  </a>{' '}
                  {words.article.soundFrom(hostOf(url))}
                </p>
              ))}
            <a href={url} rel="noopener noreferrer">
              {decodeName(url)}
            </a>{' '}
            <span class="faint">
              {[mimeType, bytes === null || bytes === 0 ? null : bytesText(bytes, words)]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function decodeName(url: string): string {
  const name =
    url
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? url
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
