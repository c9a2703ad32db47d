import type { PageNode } from './page-metadata.ts'

/** Puts images where the search for the article does not remove them: not in `noscript`, and not without an address. */
export function keepImages(document: PageNode): void {
  for (const image of document.querySelectorAll(
    'picture img:not([src]):not([srcset]), picture img[src^="data:"]:not([srcset])',
  )) {
    const source = image.closest('picture')?.querySelector('source')
    const set = source?.getAttribute('srcset') ?? source?.getAttribute('data-srcset') ?? undefined
    if (set !== undefined) image.setAttribute('srcset', set)
  }
  for (const image of document.querySelectorAll('noscript img[src]')) {
    const fallback = image.closest('noscript')
    const address = image.getAttribute('src') ?? ''
    const shown = fallback?.previousElementSibling
    const around = [shown, fallback?.nextElementSibling, fallback?.closest('amp-img')]
    if (around.some((node) => node && hasAddress(node, address))) continue
    if (shown?.localName === 'img') shown.setAttribute('data-src', address)
    else fallback?.insertAdjacentHTML('beforebegin', image.outerHTML)
  }
}

/** Whether an image, or one in an element, is shown from an address, maybe later by a script. */
function hasAddress(node: PageNode, address: string): boolean {
  return [node, ...node.querySelectorAll('img, source')].some(({ attributes }) =>
    [...attributes].some(({ value }) => value.includes(address)),
  )
}

/** Puts rows of pictures within figures, where the search for the article does not remove them. */
export function keepGalleries(document: PageNode): void {
  for (const picture of document.querySelectorAll('div > figure, [class*="gallery"] img')) {
    // It may have been put into a figure with others.
    if (picture.closest('body') === null) continue
    let whole: PageNode | undefined
    for (let around = picture.parentElement; isOfPictures(around); around = around.parentElement)
      whole = around
    if (whole === undefined || [...whole.querySelectorAll('img')].length < 2) continue
    whole.insertAdjacentHTML('beforebegin', `<figure>${whole.outerHTML}</figure>`)
    whole.remove()
  }
}

/** Whether an element that groups others has no words but captions. */
function isOfPictures(node: PageNode | null): node is PageNode {
  if (node === null || !/^(?:a|d[ltd]|div|li|picture|span)$/.test(node.localName)) return false
  const captions = [...node.querySelectorAll('figcaption, [class*="caption"]')]
  return saysNothing(node, captions)
}

/** Whether an element has no words but those of some elements in it. */
export function saysNothing(node: PageNode, but: readonly PageNode[]): boolean {
  const rest = but.reduce((text, part) => text.replace(part.textContent ?? '', ''), node.textContent ?? '')
  return !/[\p{L}\p{N}]/u.test(rest)
}
