/**
 * Queries as people type them, each with a part of the address of the item that must come first. Several addresses are
 * right if several feeds report the same. All were chosen by reading the captured items before any query ran.
 */
export const CAPTURED_QUERIES: readonly (readonly [query: string, ...answers: string[]])[] = [
  // Names
  ['why nerds are unpopular', 'paulgraham.com/nerds.html'],
  ['Notorious B.I.G. family', '1532399/20060524/notorious_big.jhtml'],
  ['mairin duffy', 'lwn.net/Articles/253769'],
  ['lil wayne arrested', '1571373/20071008/lil_wayne.jhtml'],
  ['Lady Gaga Warhol', 'laut.de/vorlaut/news/2009/07/03/22423'],
  // Versions and numbers
  ['gpu-z 0.0.3', 'majorgeeks.com/download5796.html'],
  ['windsurf 1.0.7', 'windsurf.com/changelog#1.0.7'],
  ['PCLinuxOS 2009', 'h-online.com/open/PCLinuxOS-2009-2-released'],
  ['cms made simple 1.6', 'h-online.com/open/CMS-Made-Simple-1-6-released'],
  ['MS07-046', 'bulletin/ms07-046.mspx'],
  ['1click dvd copy 5.3.1.7', 'snapfiles.com/get/1clickdvdcopy.html'],
  ['cp3505n', 'article2/0,1759,2181357'],
  // Phrases
  ['"second earth"', '071003-second-earth.html'],
  ['"red mosque"', 'south_asia/7025477.stm'],
  ['"storm worm" faq', 'articleId=9039878'],
  // Forms of words
  ['non-toxic carbon nanotube', 'id%3D5541'],
  ['prostate symptom alcohol', 'webmd.com/content/article/122/114772'],
  ['portable gadget fuel cell', 'id%3D5489'],
  ['male contraceptive mouse', 'health/Of_Mice_And_Men'],
  ['жизнь хозяина кот', 'newsru.com/world/03jan2006/cat.html'],
  // Typing errors
  ['orcale linux database', 'articleId=9000742'],
  ['perplexty softbank', 'perplexity-expands-partnership-with-softbank'],
  ['rheumatoid arthrits', '2007/10/071005092736.htm'],
  ['nextclod security features', 'nextcloud.com/blog/5-unique-security-features-by-nextcloud'],
  ['zoolandr bombcast', 'giant-bombcast-531-domestic-beers-and-zoolander'],
  // Scripts without spaces, and Korean
  ['マレーシアGP', 'nanana.moo.jp/archives/000913.html'],
  ['ダッチオーブンの選び方', '02000_erabikata/post_19'],
  ['両国のラーメン', 'mt/archives/2005/03/post_38.html'],
  ['延迟退休', 'filename=HHZX201706017'],
  ['长江经济带 产业创新', 'filename=HHZX201801010'],
  ['쌍무지개', 'oroll.egloos.com/986804'],
  ['พิษแคดเมียม', 'healthinfo-ne/index.php?p=389'],
  // Operators and fields
  ['site:paulgraham.com title:nerds title:-unpopular title:-fierce', 'paulgraham.com/icad.html'],
  ['"fedora 8" NOT title:released', 'lwn.net/Articles/253769'],
  ['lang:es internet estudiantes', 'argelia-apaga-su-internet'],
  ['startup after:2005-11 before:2005-12 title:fund', 'paulgraham.com/startupfunding.html'],
  ['title:storm title:(worm OR superworm) title:-faq', 'lwn.net/Articles/253126'],
  ['source:snapshot-170,snapshot-181 title:"fedora 8 test"', 'news_id=18723', 'lwn.net/Articles/253337'],
  ['lang:FR wikipedia dcri', '78872-la-dcri', 'page0Ecensuree0Epar0Ela0Edcri'],
  ['title:"nanotube" solar', 'id%3D5508'],
] // prettier-ignore
