import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../domain/entry.ts'
import type { ItemDraft } from '../domain/item.ts'
import { ELEMENTS } from './html-rules.ts'
import { identifyEntries } from './identify.ts'
import { normalizeEntry } from './normalize.ts'
import { sanitize } from './sanitize.ts'

const CALL = 'alert(1)'

/** Elements that run, load or submit something by themselves. */
const ELEMENT_VECTORS = `
<script>${CALL}</script>
<SCRIPT>${CALL}</SCRIPT>
<script/x>${CALL}</script>
<script src=//evil.example/x.js></script>
<script type=module>${CALL}</script>
<script\n>${CALL}</script\n>
<scr<script>ipt>${CALL}</scr</script>ipt>
<<script>${CALL}//<</script>
<script>${CALL}
</title><script>${CALL}</script>
</textarea><script>${CALL}</script>
<title><img src=x onerror=${CALL}></title>
<style>@import "//evil.example/x.css";</style>
<style><img src=x onerror=${CALL}></style>
<style><!--</style><img src=x onerror=${CALL}>--></style>
<iframe src="javascript:${CALL}"></iframe>
<iframe srcdoc="<script>${CALL}</script>"></iframe>
<iframe srcdoc="&lt;img src=x onerror=${CALL}&gt;">
<iframe/onload=${CALL} src=//evil.example>
<frameset onload=${CALL}><frame src="javascript:${CALL}"></frameset>
<object data="javascript:${CALL}"></object>
<object data="data:text/html,<script>${CALL}</script>"></object>
<object type="text/x-scriptlet" data="//evil.example/x"></object>
<embed src="javascript:${CALL}">
<embed src="data:image/svg+xml;base64,PHN2Zy8+">
<applet code=x codebase=//evil.example></applet>
<base href="javascript:${CALL}//">
<base href="//evil.example/">
<link rel=stylesheet href="//evil.example/x.css">
<link rel=import href="//evil.example/x.html">
<link rel="prefetch" href="//evil.example/">
<meta http-equiv=refresh content="0;url=javascript:${CALL}">
<meta http-equiv="Set-Cookie" content="a=b">
<meta charset=utf-7>+ADw-script+AD4-${CALL}+ADw-/script+AD4-
<form action="javascript:${CALL}"><button>go</button></form>
<form id=f></form><button form=f formaction="javascript:${CALL}">go</button>
<input onfocus=${CALL} autofocus>
<input type=image src=x onerror=${CALL}>
<button onclick=${CALL}>go</button>
<isindex action="javascript:${CALL}" type=image>
<select onfocus=${CALL} autofocus><option>x</option></select>
<select><style><img src=x onerror=${CALL}></style></select>
<textarea onfocus=${CALL} autofocus></textarea>
<keygen onfocus=${CALL} autofocus>
<marquee onstart=${CALL}>x</marquee>
<bgsound src="javascript:${CALL}">
<layer src="//evil.example"></layer>
<ilayer src="//evil.example"></ilayer>
<xml id=x><a b="&lt;script&gt;"></xml>
<xss style="behavior:url(x.htc)">
<portal src="//evil.example"></portal>
<fencedframe src="//evil.example"></fencedframe>
<dialog open onclose=${CALL}>x</dialog>
<video><source onerror=${CALL}></video>
<video src=x onerror=${CALL}></video>
<video poster="javascript:${CALL}"></video>
<audio src=x onerror=${CALL} autoplay></audio>
<audio src="data:audio/wav;base64,AA" autoplay>
<track src="javascript:${CALL}">
<picture><source srcset="javascript:${CALL}"><img src=x></picture>
<img src=x onerror=${CALL}>
<IMG SRC=x ONERROR=${CALL}>
<img/src=x/onerror=${CALL}>
<img src=x onerror =${CALL}>
<img src=x onerror="${CALL}"
<img src=x onerror='${CALL}'>
<img src=x onerror=\`${CALL}\`>
<img src=x:x onerror=${CALL}//
<img src=1 href=1 onerror="${CALL}"></img>
<img """><script>${CALL}</script>">
<img src=x a=">" onerror=${CALL}>
<img src='x' a='>' onerror=${CALL}>
<img src="x\` \`<script>${CALL}</script>"\` \`>
<img src=x title="--><script>${CALL}</script>">
<img src=x alt='"onerror=${CALL} x="'>
<img src=x alt="&quot;onerror=${CALL} x=&quot;">
<img src=x alt="&#34; onerror=${CALL} x=&#34;">
<img src=x alt="&lt;script&gt;${CALL}&lt;/script&gt;">
<img lowsrc="javascript:${CALL}">
<img dynsrc="javascript:${CALL}">
<img srcset="javascript:${CALL}">
<img src=x usemap=#m><map name=m><area href="javascript:${CALL}" shape=default></map>
<img data-src="javascript:${CALL}">
<img src="data:image/svg+xml,<svg onload=${CALL}>">
<img src="blob:https://evil.example/x">
<image src=x onerror=${CALL}>
<image href="javascript:${CALL}">
<body onload=${CALL}>
<body background="javascript:${CALL}">
<html onmouseover=${CALL}>x</html>
<html manifest="//evil.example/m">
<table background="javascript:${CALL}"><td>x</td></table>
<table><td background="javascript:${CALL}">x</td></table>
<div style="background:url(javascript:${CALL})">x</div>
<div style="width:expression(${CALL})">x</div>
<div style="position:fixed;inset:0;z-index:9999"><a href=//evil.example>x</a></div>
<div style="animation-name:x" onanimationstart=${CALL}></div>
<p style="behavior:url(//evil.example/x.htc)">x</p>
<a style="-moz-binding:url(//evil.example/x.xml#x)">x</a>
<div id=location>x</div>
<a id=x name=cookie>x</a><a id=x>x</a>
<img name=getElementById src=x>
<div class="admin" id="app" data-reactroot="">x</div>
<div contenteditable onfocus=${CALL} tabindex=0 autofocus>x</div>
<details open ontoggle=${CALL}>x</details>
<p is="x-evil">x</p>
<slot name=x onslotchange=${CALL}></slot>
<template><script>${CALL}</script></template>
<template shadowrootmode=open><img src=x onerror=${CALL}></template>
<noscript><p title="</noscript><img src=x onerror=${CALL}>"></noscript>
<noembed><img title="</noembed><img src=x onerror=${CALL}>"></noembed>
<noframes><img title="</noframes><img src=x onerror=${CALL}>"></noframes>
<xmp><p title="</xmp><svg/onload=${CALL}>"></xmp>
<xmp><script>${CALL}</script></xmp>
<plaintext><script>${CALL}</script>
<listing><img src=x onerror=${CALL}></listing>
<comment><img src="</comment><img src=x onerror=${CALL}>"></comment>
`

/** Other grammars in HTML, and markup that browsers repair into something else. */
const GRAMMAR_VECTORS = `
<svg onload=${CALL}>
<svg/onload=${CALL}>
<svg><script>${CALL}</script></svg>
<svg><script href="data:,${CALL}"/></svg>
<svg><a xlink:href="javascript:${CALL}"><text x=20 y=20>x</text></a></svg>
<svg><animate onbegin=${CALL} attributeName=x dur=1s>
<svg><animate xlink:href=#x attributeName=href values="javascript:${CALL}"/><a id=x>x</a></svg>
<svg><set attributeName=onload to=${CALL}></svg>
<svg><use href="data:image/svg+xml,<svg id=x onload=${CALL}>#x"/></svg>
<svg><foreignObject><img src=x onerror=${CALL}></foreignObject></svg>
<svg><style><img src=x onerror=${CALL}></style></svg>
<svg><title><img src=x onerror=${CALL}></title></svg>
<svg><desc><img src=x onerror=${CALL}></desc></svg>
<svg></p><style><a id="</style><img src=1 onerror=${CALL}>">
<svg><p><style><!--</style><img src=x onerror=${CALL}>--></style></p></svg>
<svg/><img src=x onerror=${CALL}>
<svg><![CDATA[><img src=x onerror=${CALL}>]]></svg>
<![CDATA[<img src=x onerror=${CALL}>]]>
<math href="javascript:${CALL}">x</math>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;"></style></mglyph></table></mtext></math>
<math><annotation-xml encoding="text/html"><img src=x onerror=${CALL}></annotation-xml></math>
<math><mi//xlink:href="data:x,<script>${CALL}</script>">
<math><maction actiontype="statusline" xlink:href="javascript:${CALL}">x</maction></math>
<form><math><mtext></form><form><mglyph><style></math><img src onerror=${CALL}>
<!--><img src=x onerror=${CALL}>-->
<!---><img src=x onerror=${CALL}>-->
<!--<img src="--><img src=x onerror=${CALL}//">
<!-- --!><img src=x onerror=${CALL}><!-- -->
<!--[if gte IE 4]><script>${CALL}</script><![endif]-->
<!DOCTYPE html [<!ENTITY x "<script>${CALL}</script>">]>&x;
<?xml version="1.0"?><?xml-stylesheet href="javascript:${CALL}"?>
<?php echo '<script>${CALL}</script>' ?>
<%<img src=x onerror=${CALL}>%>
<![if !IE]><img src=x onerror=${CALL}><![endif]>
</ script><script>${CALL}</script>
</br onclick=${CALL}>
</p onclick=${CALL}>x
</a href="javascript:${CALL}">
<a<img src=x onerror=${CALL}>>
<p<script>${CALL}</script>>
<b <script>${CALL}</script>>
<p title="<script>${CALL}</script>">x</p>
<p title='"><script>${CALL}</script>'>x</p>
<p title="</p><script>${CALL}</script>">x</p>
<q cite="javascript:${CALL}">x</q>
<blockquote cite="javascript:${CALL}">x</blockquote>
<del cite="vbscript:x">x</del>
<ol start="1 onclick=${CALL}"><li value="1\\" onclick=${CALL}">x</li></ol>
<td colspan='2" onclick="${CALL}'>x</td>
<time datetime="2026-01-01&quot; onclick=&quot;${CALL}">x</time>
<p lang='en" onclick="${CALL}'>x</p>
<p dir="ltr onclick=${CALL}">x</p>
<source type='a/b" onerror="${CALL}' src=x>
<img width='1000" onerror="${CALL}' src=x>
<table><tr><td><table><script>${CALL}</script></table></td></tr></table>
<table><caption><svg><style><img src=x onerror=${CALL}></style></svg></caption></table>
<ruby><rt><script>${CALL}</script></rt></ruby>
&lt;script&gt;${CALL}&lt;/script&gt;
&amp;lt;img src=x onerror=${CALL}&amp;gt;
&#60;script&#62;${CALL}&#60;/script&#62;
&#x3c;img src=x onerror=${CALL}&#x3e;
&lt;p&gt;&lt;img src=x onerror=${CALL}&gt;&lt;/p&gt;
&lt;img src=x onerror=${CALL} //
&LT;script&GT;${CALL}&LT;/script&GT;
\u0000<img src=x onerror=${CALL}>
<\u0000script>${CALL}</script>
<scr\u0000ipt>${CALL}</scr\u0000ipt>
<img src=x one\u0000rror=${CALL}>
<img\u000Bsrc=x\u000Bonerror=${CALL}>
<img\u000Csrc=x\u000Conerror=${CALL}>
<img\u00A0src=x onerror=${CALL}>
<img src=x onerror\u2028=${CALL}>
\uFF1Cscript\uFF1E${CALL}\uFF1C/script\uFF1E
\u202E<img src=x onerror=${CALL}>
\uFEFF<script>${CALL}</script>
<\u212Aeygen autofocus onfocus=${CALL}>
<\u017Fcript>${CALL}</\u017Fcript>
`

/** Addresses that must not become links or sources. */
const ADDRESSES = `
javascript:${CALL}
JaVaScRiPt:${CALL}
 javascript:${CALL}
\tjavascript:${CALL}
java\tscript:${CALL}
java\nscript:${CALL}
java\rscript:${CALL}
java&#9;script:${CALL}
java&#x0A;script:${CALL}
java&Tab;script:${CALL}
java&NewLine;script:${CALL}
javascript&colon;${CALL}
javascript&#58;${CALL}
&#106;avascript:${CALL}
&#x6A;&#x61;&#x76;&#x61;script:${CALL}
&#0000106avascript:${CALL}
\u0001javascript:${CALL}
\u00A0javascript:${CALL}
javascript://%0A${CALL}
javascript://news.example/%0A${CALL}
javascript:/*https://news.example/*/${CALL}
javascript:void(0)
vbscript:msgbox(1)
livescript:${CALL}
mocha:${CALL}
data:text/html,<script>${CALL}</script>
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
DATA:text/html,x
data:application/xhtml+xml,x
blob:https://news.example/x
filesystem:https://news.example/x
file:///etc/passwd
view-source:javascript:${CALL}
feed:javascript:${CALL}
jar:https://news.example!/x
about:blank
ftp://news.example/
tel:+1
sms:+1
intent://x#Intent;end
ms-appinstaller:?source=x
chrome://settings
x-javascript:${CALL}
mailto:
https://
http:///
//
`

const HANDLERS =
  'onabort onafterprint onanimationend onbeforeinput onbeforetoggle onblur oncanplay onchange onclick oncontentvisibilityautostatechange oncopy oncut ondblclick ondrag ondrop onended onerror onfocus onfocusin onhashchange oninput oninvalid onkeydown onload onloadstart onmessage onmousedown onmouseenter onmouseover onpaste onpointerover onpopstate onreset onresize onscroll onscrollend onsearch onselect onsubmit ontoggle ontouchstart ontransitionend onunhandledrejection onwebkitanimationstart onwheel'

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const unescaped = (line: string) => line.replaceAll('\\n', '\n')
const VECTORS = [
  ...lines(ELEMENT_VECTORS).map(unescaped),
  ...lines(GRAMMAR_VECTORS),
  ...lines(ADDRESSES).map(
    (address) => `<a href="${address}">x</a><img src="${address}"><video src="${address}">`,
  ),
  ...HANDLERS.split(' ').map((handler) => `<p ${handler}=${CALL}>x</p><a href=x ${handler}="${CALL}">x</a>`),
]

/** A tag as `sanitize` writes them, attributes included: nothing else may hold `<` or `>`. */
const STRICT_TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)>/g
const ATTRIBUTE = / ([a-z]+)(?:="([^"<>]*)")?/g
const LINKS = new Set(['href', 'src', 'poster', 'cite'])
const PLAIN = new Set(
  'rel loading controls preload alt title width height colspan rowspan span start value datetime type scope reversed dir lang'.split(
    ' ',
  ),
)

/** What could do something in sanitised HTML, by reading it strictly: no browser needs to guess at it. */
function liveInHtml(html: string): string[] {
  const found: string[] = []
  const rest = html.replace(STRICT_TAG, (tag, end: string, name: string, attributes: string) => {
    if (!ELEMENTS.has(name)) found.push(tag)
    if (end !== '' && attributes !== '') found.push(tag)
    for (const [whole, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const link = LINKS.has(attribute) && /^(?:https?:\/\/[^\s]|mailto:[^\s])/.test(value)
      if (!link && !PLAIN.has(attribute)) found.push(whole)
    }
    return ''
  })
  if (/[<>]/.test(rest)) found.push(rest)
  return found
}

/** What could do something if a plain text were shown as HTML. */
function liveInText(text: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      const live = Object.entries(attributes).some(([key, value]) => value !== '' || key.startsWith('on'))
      if (live) found.push(name)
    },
    onclosetag(name, implied) {
      if (name === 'script' && !implied) found.push(name)
    },
  })
  parser.end(text)
  return found
}

const SOURCE = {
  id: 'evil',
  name: 'Evil',
  type: 'feed',
  url: 'https://evil.example/feed',
  category: 'general',
  region: null,
  language: null,
  weight: 1,
  enabled: true,
  everyMs: 1,
} as const
const FEED = { title: 'Evil', siteUrl: undefined, language: undefined, iconUrl: undefined, ttlMs: undefined }

function draftOf(entry: Entry): ItemDraft {
  const [identified] = identifyEntries([entry], SOURCE, FEED)
  if (!identified) throw new RangeError('an entry must be identified')
  return normalizeEntry(identified, SOURCE, FEED, 1_700_000_000_000)
}

/** A vector in every field of an entry. */
function hostile(vector: string): Entry {
  return {
    guid: vector,
    url: vector,
    title: vector,
    summaryHtml: vector,
    contentHtml: vector,
    author: vector,
    tags: [vector],
    publishedAt: undefined,
    updatedAt: undefined,
    imageUrl: vector,
    commentsUrl: vector,
    enclosures: [{ url: vector, mimeType: vector, bytes: 1 }],
    engagement: undefined,
    language: vector,
  }
}

const escapeOnce = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Live parts of each field of a draft, by the field's name. */
function liveParts(draft: ItemDraft): Record<string, string[]> {
  const { url, imageUrl, commentsUrl, enclosures } = draft
  const addresses = [url, imageUrl, commentsUrl, ...enclosures.map((enclosure) => enclosure.url)]
  const fields = {
    contentHtml: liveInHtml(draft.contentHtml),
    title: liveInText(draft.title),
    summary: liveInText(draft.summary),
    author: liveInText(draft.author ?? ''),
    tags: draft.tags.flatMap(liveInText),
    language: liveInText(draft.language ?? ''),
    mediaTypes: enclosures.flatMap(({ mimeType }) => liveInText(mimeType ?? '')),
    addresses: addresses.filter((address) => address !== null && !/^https?:\/\/[^\s"<>]+$/.test(address)),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, live]) => live.length > 0)) as Record<
    string,
    string[]
  >
}

describe('hostile markup', () => {
  it('is tried in over 200 forms', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(200)
    expect(new Set(VECTORS).size).toBe(VECTORS.length)
  })

  it('would be found by the checks of this test if it came through', () => {
    const raw = VECTORS.filter((vector) => liveInHtml(vector).length > 0)

    expect(raw.length).toBeGreaterThan(0.9 * VECTORS.length)
  })

  it.each([
    ['as it is', (vector: string) => vector],
    ['escaped once more', escapeOnce],
    ['escaped twice more', (vector: string) => escapeOnce(escapeOnce(vector))],
    ['within markup', (vector: string) => `<p>before <b>${vector}</b> after</p>`],
    ['within an attribute', (vector: string) => `<p title="${vector}">x</p><a href='${vector}'>x</a>`],
    ['after an open tag', (vector: string) => `<table><tr><td><a href="${vector}`],
  ])('leaves nothing live in any field, written %s', (_, written) => {
    const live = VECTORS.flatMap((vector) => {
      const parts = liveParts(draftOf(hostile(written(vector))))
      return Object.keys(parts).length === 0 ? [] : [{ vector, parts }]
    })

    expect(live).toEqual([])
  })

  it('leaves nothing for another sanitiser to take away', () => {
    const another = (html: string) =>
      sanitizeHtml(html, {
        allowedTags: [...ELEMENTS.keys()],
        allowedAttributes: { '*': [...LINKS, ...PLAIN] },
        allowedSchemes: ['http', 'https', 'mailto'],
      })
    const namesIn = (html: string) =>
      [...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)].map(([, name = '', attributes = '']) => [
        name,
        ...attributes
          .replace(/="[^"]*"/g, '')
          .trim()
          .split(/[ /]+/)
          .filter(Boolean)
          .sort(),
      ])

    for (const vector of VECTORS) {
      const ours = sanitize(`<p>${vector}</p>`, 'https://news.example/a').html

      expect(namesIn(another(ours))).toEqual(namesIn(ours))
    }
  })

  it('leaves nothing live where it is put together at random', () => {
    const token = fc.oneof(
      fc.constantFrom(...VECTORS),
      fc.constantFrom(
        ...'<|>|"|\'|/|=|<!--|-->|]]>|<svg>|</svg>|<math>|<style>|</style>|<p |<a href=|&lt;|&#|x'.split('|'),
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )

    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const once = sanitize(tokens.join(''), 'https://news.example/a')

        expect(liveInHtml(once.html)).toEqual([])
        expect(liveInHtml(sanitize(once.html, undefined).html)).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })
})
