import { describe, expect, it } from 'vitest'
import { isDecoration, isPortrait, isTrackingImage } from './rules.ts'

describe('an image', () => {
  it.each([
    'https://pixel.wp.com/b.gif?x=1',
    'http://feeds.example.com/~a/paper/news?i=VOyAYD',
    'http://rss.example.net/~r/paper/news/~4/123',
    'http://feeds.feedburner.com/paper?g=521',
    'http://feeds.paper.example/paper/index?g=255',
    'https://ad.uk.doubleclick.net/ad/reg.rss/main;sz=468x60',
    'https://ssl-vg03.met.vgwort.de/na/0123456789',
    'https://stats.example.org/matomo.php?idsite=1&rec=1',
    'http://shop.example/include/impression.php?pid=1',
    'https://medium.com/_/stat?event=post.clientViewed',
  ])('counts or advertises at %s', (address) => {
    expect(isTrackingImage(address)).toBe(true)
  })

  it.each([
    'https://pixel.paper.example/imgs/2026/storm.jpg',
    'http://www.cs.example.edu/~ab/pictures/robot.gif',
    'https://feeds.paper.example/images/storm.jpg?w=800',
    'https://paper.example/impressions-of-rome/forum.jpg',
    'https://i0.wp.com/paper.example/storm.jpg?g=5&w=800',
  ])('shows something at %s', (address) => {
    expect(isTrackingImage(address)).toBe(false)
  })

  it.each([
    'https://1.gravatar.com/avatar/1ef0?s=96&d=identicon',
    'https://secure.gravatar.com/avatar/1ef0',
    'https://avatars.githubusercontent.com/u/1?s=30&v=4',
    'https://avatars2.githubusercontent.com/u/1',
    'https://avatars.discourse-cdn.com/v4/letter/a/c0e974/48.png',
    'https://pbs.twimg.com/profile_images/1/face.jpg',
    'https://social.example/system/accounts/avatars/000/1/original/face.png',
    'https://paper.example/users/7/avatar.png',
    'https://paper.example/avatar/ada.jpg',
    'https://yt3.ggpht.com/ytc/AIdro_k=s88-c-k-c0x00ffffff-no-rj',
  ])('shows its author at %s', (address) => {
    expect(isPortrait(address)).toBe(true)
    expect(isDecoration(address, [])).toBe(true)
  })

  it.each([
    'https://paper.example/2026/avatar-review.jpg',
    'https://paper.example/films/avatar-3/poster.jpg',
    'https://i1.sndcdn.example/avatars-0001-original.jpg',
    'https://paper.example/storm.jpg?by=/avatar/ada',
  ])('does not show its author at %s', (address) => {
    expect(isPortrait(address)).toBe(false)
  })

  it('is part of the writing where it stands for an emoji or is small', () => {
    expect(isDecoration('https://s.w.org/images/core/emoji/15.0.3/72x72/1f600.png', [])).toBe(true)
    expect(isDecoration('https://paper.example/icons/pdf.gif', ['16', '16'])).toBe(true)
    expect(isDecoration('https://paper.example/badge.png', ['88px', '31px'])).toBe(true)
    expect(isDecoration('https://paper.example/ada.jpg', ['48', '48'])).toBe(true)
    expect(isDecoration('https://paper.example/ada.jpg', [], 'photo avatar avatar-96')).toBe(true)
    expect(isDecoration('https://paper.example/smile.png', [], 'wp-smiley')).toBe(true)
    expect(isDecoration('https://paper.example/storm.jpg', ['60', '40'])).toBe(false)
    expect(isDecoration('https://paper.example/storm.jpg', ['75', '75'], 'avatar-film')).toBe(false)
    expect(isDecoration('https://paper.example/storm.jpg', ['', '10%'])).toBe(false)
  })
})
