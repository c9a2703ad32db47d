import type { EventPatterns } from '../patterns.ts'

/** Culture and sports, in Japanese. */
export const JA_LEISURE = {
  award: {
    titles: [
      '{festival}、最高賞に『{work}』',
      '{winner}氏の『{work}』が[受賞|最高賞]',
      '『{work}』[まさかの受賞|に大賞] {festival}',
    ],
    leads: [
      '{winner}氏の『{work}』が{festival}の最高賞を[受けた|獲得した]。',
      'ほとんど名前の挙がらなかった『{work}』が{weekday}、{festival}の最高賞に輝いた。',
    ],
    facts: [
      '審査員は{entries}作品から選んだ。',
      '賞金は{purse}ドル。',
      '審査委員長の{jury}氏は作品の[忍耐|ユーモア|目の確かさ]をたたえた。',
      '『{work}』は秋から十か国で公開される。',
    ],
    quotes: ['「単純な問いが離れない」と{jury}氏。', '「母の誕生日に間に合わせたかった」と{winner.last}氏。'],
  },
  theft: {
    titles: [
      '{museum}から{object}が[盗まれる|消える]',
      '{minutes}分とはしご一本、{museum}の盗難事件',
      '被害額{worth}、{museum}の窃盗犯を[追う|捜索]',
    ],
    leads: [
      '{museum}から{worth}相当の{object}が[盗まれた|消えた]。',
      'わずか{minutes}分だった。{weekday}未明、何者かが{museum}に入り、{object}を持ち去った。',
    ],
    facts: [
      '評価額は{worth}だが、売りさばくのは難しい。',
      '警報は鳴ったが、[誰も来なかった|誤報と思われた]。',
      '警察は川辺ではしごと小舟を見つけた。',
      '館は週末まで休館する。',
    ],
    quotes: [
      '「閉まらない窓を知っていた」と捜査を率いる{detective}氏。',
      '「いずれ手放したくなる」と{detective.last}氏はみる。',
    ],
  },
  final: {
    titles: [
      '{winner}、{loser}を{score}で[下す|破る|退ける]',
      '{scorer.last}が[決勝点|決めた]、{winner}が{loser}に勝利',
      '{score}、{loser}は[悔しい敗戦|無念]',
    ],
    leads: [
      '{winner}は{crowd}人の観客の前で{loser}を{score}で[下した|破った]。',
      '{minute}分の{scorer}の得点が、{winner}と{loser}の試合を決めた。',
    ],
    facts: [
      '{scorer}が{minute}分に決勝点を挙げた。',
      '{loser}はボールを支配したが、二度ポストに嫌われた。',
      '観客は{crowd}人だった。',
      '{winner}は二位に[上がった|とどまった]。',
    ],
    quotes: ['「苦しみ、そして笑った」と{coach}監督。', '「目を閉じて蹴った」と{scorer.last}。'],
  },
  transfer: {
    titles: [
      '{player}が{to}へ[移籍|加入]',
      '移籍金{fee}、{to}が{player.last}を[獲得|迎える]',
      '[正式発表|決定]：{player.last}が{from}を離れる',
    ],
    leads: [
      '{player}が{from}から{to}へ移籍する。移籍金は{fee}とされる。',
      '{from}の期待もむなしく、{weekday}に{player}は{to}と契約した。',
    ],
    facts: [
      '契約は[三|四|五]年。',
      '{player.last}は昨季{goals}得点を挙げた。',
      '移籍金{fee}に出来高がつく。',
      '{from}はすでに後継を探している。',
    ],
    quotes: ['「片目で泣き、片目で笑って出る」と{player}。', '「周りを良くする選手だ」と{coach}監督は喜ぶ。'],
  },
} as const satisfies Record<string, EventPatterns>
