import { describe, expect, it } from 'vitest'
import { withoutMedia } from './without-media.ts'

const words = { picture: 'Picture', sound: 'Sound', film: 'Film' }
const hidden = (html: string) => withoutMedia(html, { keepsPictures: false, words })

describe('withoutMedia', () => {
  it('leaves of a picture what it shows, and says where it would come from', () => {
    const { html, hosts } = hidden(
      '<p>Look: <img src="https://cdn.example/a.jpg?x=1&amp;y=2" alt="A &lt;b&gt; river"> there.</p>',
    )

    expect(html).toBe('<p>Look: <span class="no-picture">Picture: A &lt;b&gt; river</span> there.</p>')
    expect(hosts).toEqual(['cdn.example'])
  })

  it('links sound and film once, by their own address or their first source', () => {
    const { html, hosts } = hidden(
      '<audio src="https://a.example/1.mp3"></audio><video><source src="https://a.example/2.webm" type="video/webm"><source src="https://a.example/2.mp4"></video>',
    )

    expect(html).toBe(
      '<a href="https://a.example/1.mp3" rel="noopener noreferrer">Sound</a><a href="https://a.example/2.webm" rel="noopener noreferrer">Film</a>',
    )
    expect(hosts).toEqual([])
  })

  it('keeps pictures for somebody who asked for them, and still no sound or film', () => {
    const { html } = withoutMedia(
      '<img src="https://a.example/1.png"><video src="https://a.example/2.mp4"></video>',
      {
        keepsPictures: true,
        words,
      },
    )

    expect(html).toBe(
      '<img src="https://a.example/1.png"><a href="https://a.example/2.mp4" rel="noopener noreferrer">Film</a>',
    )
  })

  it('leaves everything else as it is', () => {
    const text = '<p>An <em>image</em> of a <a href="https://a.example/source">source</a></p>'

    expect(hidden(text).html).toBe(text)
  })
})
