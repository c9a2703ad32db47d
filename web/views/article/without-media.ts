interface MediaOptions {
  /** Whether pictures stay in the HTML. */
  readonly keepsPictures: boolean
  readonly words: {
    readonly picture: string
    readonly sound: string
    readonly film: string
  }
}

const TAG = /<(\/?)(img|audio|video|source)\b([^>]*)>/gi

/**
 * Removes pictures, sound and film from an article's HTML: reading it then makes no request to other hosts. A
 * description replaces each picture, a link replaces sound and film.
 *
 * @param html sanitised: attributes are in double quotes and hold no `<` or `>`
 * @returns the HTML, and the hosts that pictures would come from
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

/** The value of an attribute as written in the HTML, still escaped. */
function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(attributes)?.[1]
}

function addHost(hosts: Set<string>, source: string): void {
  const url = source.replaceAll('&amp;', '&')
  if (URL.canParse(url)) hosts.add(new URL(url).hostname)
}
