interface MediaOptions {
  readonly keepsPictures: boolean
  readonly words: {
    readonly picture: string
    readonly sound: string
    readonly film: string
  }
}

const TAG = /<(\/?)(img|audio|video|source)\b([^>]*)>/gi

/**
 * Removes images, audio and video from an article's HTML, so that reading it makes no requests to other hosts. A
 * description replaces each image, a link each recording.
 *
 * @param html sanitised: attributes are in double quotes and hold no `<` or `>`
 * @returns the HTML, and the hosts of the images
 */
export function withoutMedia(
  html: string,
  { keepsPictures, words }: MediaOptions,
): { readonly html: string; readonly hosts: readonly string[] } {
  const hosts = new Set<string>()
  /** Whether the open `audio` or `video` already has its link: its own address, or that of its first `source`. */
  let isLinked = true
  let word = words.sound
  const without = html.replaceAll(TAG, (tag: string, slash: string, name: string, attributes: string) => {
    const kind = name.toLowerCase()
    if (slash !== '') return ''
    const source = attributeOf(attributes, 'src')
    if (kind === 'img') {
      if (source !== undefined) addHost(hosts, source)
      if (keepsPictures) return tag
      const alt = attributeOf(attributes, 'alt') ?? ''
      return `<span class="no-picture">${words.picture}${alt === '' ? '' : `: ${alt}`}</span>`
    }
    if (kind !== 'source') {
      word = kind === 'video' ? words.film : words.sound
      isLinked = false
    }
    if (isLinked || source === undefined) return ''
    isLinked = true
    return `<a href="${source}" rel="noopener noreferrer">${word}</a>`
  })
  return { html: without, hosts: [...hosts] }
}

/** An attribute's value as written, still escaped. */
function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(attributes)?.[1]
}

function addHost(hosts: Set<string>, source: string): void {
  const url = source.replaceAll('&amp;', '&')
  if (URL.canParse(url)) hosts.add(new URL(url).hostname)
}
