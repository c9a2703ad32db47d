import { CALL, ELEMENT_VECTORS, GRAMMAR_VECTORS, MUTATION_VECTORS } from './markup.ts'

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

/** Hostile markup and addresses, each in one piece that a feed could have in any of its fields. */
export const VECTORS: readonly string[] = [
  ...lines(ELEMENT_VECTORS).map(unescaped),
  ...lines(GRAMMAR_VECTORS),
  ...lines(MUTATION_VECTORS),
  ...lines(ADDRESSES).map(
    (address) => `<a href="${address}">x</a><img src="${address}"><video src="${address}">`,
  ),
  ...HANDLERS.split(' ').map((handler) => `<p ${handler}=${CALL}>x</p><a href=x ${handler}="${CALL}">x</a>`),
]
