import type { Page } from 'playwright-core'
import { ELEMENTS } from '../../../src/text/html/rules.ts'

/** Something to look at in a browser. */
export interface Specimen {
  /** For the message. */
  readonly where: string
  /** `text` is shown as HTML by mistake: tags may stand in it, but do nothing. */
  readonly kind: 'html' | 'text' | 'address'
  readonly value: string
}

/** What was alive in a specimen. */
export interface Finding {
  readonly where: string
  readonly value: string
  readonly live: readonly string[]
}

/** Elements that may stand in what we give out, and what marks the words of a search. */
const HARMLESS = [...ELEMENTS.keys(), 'mark']

/** Notes whatever a script could call to show that it runs; in every document, frames included. */
export const WATCH = `(() => {
  globalThis.hits = []
  const note = (name) => (...args) => { top.hits.push(name + '(' + args.join() + ')') }
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) globalThis[name] = note(name)
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href], area[href]')
    if (link?.protocol !== 'javascript:') event.preventDefault()
  }, true)
})()`

/** Specimens that stand in the document at once. */
const TOGETHER = 200

/**
 * Parses each specimen as a browser does, twice over, in several places of a document; touches all that came
 * of it; and tells of whatever is alive. Addresses become links and pictures. The same value is looked at once.
 *
 * @param together how many stand in the document at once; where one could keep another from being seen, 1
 */
export async function inspect(
  page: Page,
  specimens: readonly Specimen[],
  together = TOGETHER,
): Promise<Finding[]> {
  const distinct = [
    ...new Map(
      specimens.filter(mayLive).map((specimen) => [`${specimen.kind} ${specimen.value}`, specimen]),
    ).values(),
  ]
  const findings: Finding[] = []
  for (let at = 0; at < distinct.length; at += 10 * TOGETHER) {
    const some = distinct.slice(at, at + 10 * TOGETHER)
    const script = `(${INSPECT})(${JSON.stringify(some)}, ${JSON.stringify(HARMLESS)}, ${together})`
    findings.push(...(await page.evaluate<Finding[]>(script)))
  }
  return findings
}

/** Without `<` markup is one text, and an address of plain characters is what it looks like: most values are such. */
function mayLive({ kind, value }: Specimen): boolean {
  return kind === 'address' ? !/^https:[\w./-]+$/.test(value) : value.includes('<')
}

/** Runs in the browser, for which the project has no types. */
const INSPECT = String.raw`async (specimens, harmless, together) => {
  // As it is now: a name in the markup can take its place.
  const { body } = document
  const allowed = new Set(harmless)
  const ACTIVE = /^(script|style|iframe|frame|frameset|object|embed|applet|base|meta|link|portal|fencedframe)$/
  const PLACES = ['<div>', '<table><tbody><tr><td>', '<svg><foreignObject><div xmlns="http://www.w3.org/1999/xhtml">', '<template>']

  /** Markup that is no HTML of ours is the same in any place. */
  function placesFor(html, kind) {
    return (kind === 'html' ? PLACES : PLACES.slice(0, 1)).map((open) => {
      const outer = document.createElement('section')
      outer.innerHTML = open
      let inner = outer
      while (inner.firstElementChild) inner = inner.firstElementChild
      inner = inner.content ?? inner
      const root = inner.nodeType === 11 ? inner.appendChild(document.createElement('div')) : inner
      root.innerHTML = html
      const again = document.createElement('div')
      again.innerHTML = root.innerHTML
      outer.append(again)
      body.append(outer)
      return { outer, roots: [root, again] }
    })
  }

  // A form's fields can hide its own properties under their names.
  const own = (element, name, prototype = Element.prototype) => Reflect.get(prototype, name, element)

  // A text may speak of an element by its bare tag. Nothing in it then loads or runs.
  const SPOKEN = /^(alt|dir|for|height|lang|loading|max|media|min|placeholder|rel|target|type|width)$/i
  function isSpokenOf(element) {
    const attributes = [...own(element, 'attributes')]
    const code = { script: /[(=[{\x60]/, style: /[{@]/ }[own(element, 'localName')]
    return !code?.test(element.textContent) && attributes.every(({ name, value }) => value === '' || SPOKEN.test(name))
  }

  function liveIn(root, kind) {
    const live = []
    for (const element of root.querySelectorAll('*')) {
      const name = own(element, 'localName')
      const harmful = kind === 'text' ? ACTIVE.test(name) && !isSpokenOf(element) : !allowed.has(name) || own(element, 'namespaceURI') !== 'http://www.w3.org/1999/xhtml'
      if (harmful) live.push('<' + name + '>')
      for (const { name: attribute, value } of own(element, 'attributes')) {
        if (kind === 'text' && (SPOKEN.test(attribute) || (value === '' && !/^on/i.test(attribute)))) continue
        if (/^(on|style$|srcdoc$|id$|name$|class$|form|ping$|background$|srcset$|target$|action$)/i.test(attribute)) live.push(name + '[' + attribute + ']')
        if (/^(href|src|poster|cite|data|xlink:href)$/i.test(attribute)) {
          const url = URL.canParse(value, location.href) ? new URL(value, location.href).protocol : 'none'
          if (!['http:', 'https:', 'mailto:'].includes(url)) live.push(name + '[' + attribute + '=' + value + ']')
        }
      }
    }
    return live
  }

  function touch(root) {
    for (const element of root.querySelectorAll('*')) {
      for (const type of ['click', 'mouseover', 'mouseenter', 'pointerover', 'focus', 'focusin', 'blur', 'toggle', 'load', 'error', 'animationstart', 'transitionend', 'scroll'])
        EventTarget.prototype.dispatchEvent.call(element, new Event(type, { bubbles: true, cancelable: true }))
      if (element instanceof HTMLElement) HTMLElement.prototype.focus.call(element)
    }
  }

  function placed({ where, kind, value }) {
    let html = value
    if (kind === 'address') {
      const link = document.createElement('a')
      link.href = value
      const picture = document.createElement('img')
      picture.src = value
      html = link.outerHTML + picture.outerHTML
    }
    const places = placesFor(html, kind)
    return { where, kind, value, outers: places.map(({ outer }) => outer), roots: places.flatMap(({ roots }) => roots) }
  }

  /** Puts them up, touches them and takes them down again. Returns what is alive in each, and what ran. */
  async function lookAt(some) {
    top.hits.length = 0
    const all = some.map(placed)
    const live = all.map(({ roots, kind }) => [...new Set(roots.flatMap((root) => liveIn(root, kind)))])
    for (const { roots } of all) for (const root of roots) touch(root)
    // What loads, loads or fails here: requests to others fail at once.
    const pictures = all.flatMap(({ outers }) => outers.flatMap((outer) => [...outer.querySelectorAll('img')]))
    const ended = (picture) => picture.complete || new Promise((done) => {
      picture.addEventListener('load', done)
      picture.addEventListener('error', done)
    })
    await Promise.all(pictures.filter((picture) => picture.loading !== 'lazy').map(ended))
    await new Promise((done) => setTimeout(done))
    for (const { outers } of all) for (const outer of outers) outer.remove()
    return { live, ran: top.hits.map((hit) => 'ran: ' + hit) }
  }

  const findings = []
  for (let at = 0; at < specimens.length; at += together) {
    const some = specimens.slice(at, at + together)
    const { live, ran } = await lookAt(some)
    for (const [index, { where, value }] of some.entries()) {
      // Which of them ran is seen by looking at each alone.
      const alone = ran.length === 0 ? [] : together === 1 ? ran : (await lookAt([some[index]])).ran
      if (live[index].length + alone.length > 0) findings.push({ where, value, live: [...live[index], ...alone] })
    }
  }
  return findings
}`
