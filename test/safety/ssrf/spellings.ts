/** An address inside, as someone would write it who wants it not to be seen for what it is. */
export interface Spelling {
  readonly group: string
  /** Of a URL, without port. */
  readonly host: string
}

const LOOPBACK_4 = `
127.0.0.1 127.1 127.0.1 127.0.0.1. 127.1. 127.000.000.001 127.0.0.01
2130706433 0x7f000001 0X7F000001 017700000001 0x7f.1 0x7F.0x0.0x0.0x1 0x7f.0.0.1 127.0x1 127.0.0x1
0177.1 0177.0.0.1 0177.00.00.01 00177.0.0.1 0177.0x0.0.1 0000000000177.1 0x000000000000007f.1 127.65535
１２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 1２7.0.0.1 0𝗑7f000001
%31%32%37.0.0.1 127%2e0%2e0%2e1 %31%32%37%2E%30%2E%30%2E%31 127.0.0.%31
127.0.0.2 127.1.2.3 127.255.255.254 2130706434
0.0.0.0 0 0x0 00 0.0 0.0.0.0. %30
127.0\u00ad.0.1 127.0.0\u200b.1 127.0.0.1\u2060`

const LOOPBACK_6 = `
[::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0:1] [0::1] [::0001] [0:0::0:1] [::0.0.0.1]
[::ffff:127.0.0.1] [::FFFF:127.0.0.1] [::ffff:7f00:1] [::ffff:7f00:0001] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:127.1.2.3]
[0000:0000:0000:0000:0000:ffff:7f00:0001] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:0:7f00:1]
[64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [0064:ff9b:0::7f00:0001] [64:ff9b:1::127.0.0.1] [64:ff9b:1:ffff::7f00:1]
[2002:7f00:1::] [2002:7f00:0001::1] [2002:7f00:1::7f00:1] [2001:0:7f00:1::] [2001:0:4136:e378:8000:63bf:80ff:fffe]
[::] [0:0:0:0:0:0:0:0] [::ffff:0.0.0.0] [::ffff:0:0] [fe80::1] [febf::1] [fe80::7f00:1] [fec0::1] [ff01::1] [ff02::1]
[fc00::1] [fd00::1] [fdff:ffff::1] [100::1] [2001:db8::1] [2001:10::1] [2001:2::1] [3fff::1] [5f00::1]`

const NAMES = `
localhost LOCALHOST LocalHost localhost. LOCALHOST. ｌｏｃａｌｈｏｓｔ loc\u00adalhost %6c%6f%63%61%6c%68%6f%73%74 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ
localhost.localdomain ip6-localhost ip6-loopback a.localhost`

const PRIVATE = `
10.0.0.1 10.255.255.255 10.1 0xa.1 012.0.0.1 167772161 172.16.0.1 172.31.255.255 172.16.1 0xac100001 192.168.0.1
192.168.1 192.168.255.255 0xc0a80001 3232235521 [::ffff:10.0.0.1] [::ffff:192.168.0.1] [64:ff9b::10.0.0.1] [2002:a00:1::]
[2002:c0a8:1::] [::192.168.0.1] １０.０.０.１ ①⑨②.①⑥⑧.⓪.①`

const METADATA = `
169.254.169.254 169.254.169.254. 2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376 025177524776 169.254.43518
１６９.２５４.１６９.２５４ 169。254。169。254 %31%36%39.254.169.254 [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe]
[2002:a9fe:a9fe::] [::169.254.169.254] 169.254.170.2 169.254.170.23 169.254.0.1 100.100.100.200 168.63.129.16 192.0.0.192
[fd00:ec2::254] [fd20:ce::254] [fe80::a9fe:a9fe]`

const SPECIAL = `
100.64.0.1 100.127.255.254 0x64400001 192.0.0.1 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1
203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295 0xffffffff 037777777777 0.0.0.1 0.1.2.3
[::ffff:100.64.0.1] [64:ff9b::100.64.0.1]`

/** Every spelling once. */
export const SPELLINGS: readonly Spelling[] = [
  ...group('loopback, IPv4', LOOPBACK_4),
  ...group('loopback and local, IPv6', LOOPBACK_6),
  ...group('names of loopback', NAMES),
  ...group('private networks', PRIVATE),
  ...group('metadata services', METADATA),
  ...group('other special blocks', SPECIAL),
]

function group(name: string, hosts: string): Spelling[] {
  return hosts
    .trim()
    .split(/[ \n]+/)
    .map((host) => ({ group: name, host }))
}

/** Whole addresses whose host is not where one looks first; each leads to loopback at `port`. */
export function trickyUrls(port: number): string[] {
  return [
    `http://user:pass@127.0.0.1:${port}/x`,
    `http://news.example@127.0.0.1:${port}/x`,
    `http://news.example:80@127.0.0.1:${port}/x`,
    `http://news.example%2f@127.0.0.1:${port}/x`,
    `http://news.example%23@127.0.0.1:${port}/x`,
    `http://127.0.0.1:${port}\\@news.example/x`,
    `http://127.0.0.1:${port}#@news.example/x`,
    `http://127.0.0.1:${port}?@news.example/x`,
    `http:127.0.0.1:${port}/x`,
    `http:/127.0.0.1:${port}/x`,
    `http:///127.0.0.1:${port}/x`,
    `http:////127.0.0.1:${port}/x`,
    `http:\\\\127.0.0.1:${port}\\x`,
    `http:\\127.0.0.1:${port}/x`,
    `http:/\\/127.0.0.1:${port}/x`,
    `HTTP://127.0.0.1:${port}/x`,
    `hTTp://LOCALHOST:${port}/x`,
    ` http://127.0.0.1:${port}/x`,
    `ht\ttp://127.0.0.1:${port}/x`,
    `http://127.0.\t0.1:${port}/x`,
    `http://127.0.0.1:0${port}/x`,
    `http://127.0.0.1:000000${port}/x`,
    `http://:@127.0.0.1:${port}/x`,
    `http://@127.0.0.1:${port}/x`,
    `http://[::1]:${port}/x`,
    `http://user@[::ffff:127.0.0.1]:${port}/x`,
    `ftp://127.0.0.1:${port}/x`,
    `gopher://127.0.0.1:${port}/_x`,
    `file:///etc/passwd`,
    `file://127.0.0.1/etc/passwd`,
    `ws://127.0.0.1:${port}/x`,
    `jar:http://127.0.0.1:${port}/x!/`,
    `dict://127.0.0.1:${port}/x`,
    `ldap://127.0.0.1:${port}/x`,
    `unix:/var/run/docker.sock:/x`,
    `http+unix://%2Fvar%2Frun%2Fdocker.sock/x`,
    `data:application/rss+xml,<rss/>`,
    `javascript:1`,
    `feed:http://127.0.0.1:${port}/x`,
    `view-source:http://127.0.0.1:${port}/x`,
  ]
}

/** What a name server may answer: addresses in the forms that programs give them. */
export const ANSWERS = `
127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.254 0.0.0.0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1
192.168.255.255 169.254.169.254 169.254.170.2 100.64.0.1 100.100.100.200 100.127.255.254 192.0.0.1 192.0.0.192 192.0.2.1
192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 0.0.0.1
::1 :: ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 2002:7f00:1:: 2002:a00:1:: 2001:0:7f00:1:: fe80::1 fe80::1%lo fec0::1 fc00::1 fd00::1
fd00:ec2::254 fd20:ce::254 ff02::1 100::1 2001:db8::1 2001:10::1 2001:2::1 3fff::1 5f00::1`
  .trim()
  .split(/\s+/)
