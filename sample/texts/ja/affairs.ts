import type { EventPatterns } from '../patterns.ts'

/** Business and world affairs, in Japanese. */
export const JA_AFFAIRS = {
  takeover: {
    titles: [
      '{buyer.short}、{target.short}を[買収|傘下に|買収へ][ {price}|]',
      '{price}で{target.short}を買収、{buyer.short}が[合意|発表]',
      '{target.short}、{buyer.short}による買収に[合意|同意]',
    ],
    leads: [
      '{buyer}は{weekday}、{target}を{price}で買収すると[発表した|明らかにした]。',
      '{buyer.short}にとって史上最大の買収となる。{target}を{price}で手に入れる。',
    ],
    facts: [
      '{target.short}は{city}を中心に{staff}人を雇う。',
      '独占禁止当局の承認がまだ必要だ。',
      '買収額は直近の株価を[三割|四分の一]上回る。',
      '{buyer.short}を率いる{boss}氏は[当面|二年間]工場を閉じないと述べた。',
    ],
    quotes: ['「鍵と錠のような関係だ」と{boss}氏。', '「急ぐことはしない」と{boss.last}氏は約束した。'],
  },
  results: {
    titles: [
      '{company.short}、[純利益|四半期利益]が{change}増',
      '{company.short}の利益{profit}、[予想上回る|市場予想超え]',
      '{company.short}が[増配|好決算]、売上高{sales}',
    ],
    leads: [
      '{company}の前四半期の利益は{profit}で、前年より{change}増えた。',
      '売上高{sales}、利益{profit}。{company}が{weekday}に発表した決算は[予想を上回った|市場を驚かせた]。',
    ],
    facts: [
      '売上高は{sales}に達した。',
      '[サービス|海外]が好調だった一方、原材料費が増えた。',
      '配当は一割増やす。',
      '{city}に本社を置く同社は通期の見通しを据え置いた。',
    ],
    quotes: [
      '「好決算は会社を怠けさせる」と{boss}氏は戒める。',
      '「需要はある。足りないのは人だ」と{boss.last}氏。',
    ],
  },
  layoffs: {
    titles: [
      '{company.short}、{jobs}人を[削減|解雇へ]',
      '{company.short}が{share}の人員削減、{city}で[抗議|波紋]',
      '{city}の[工場|拠点]で{jobs}人削減 {company.short}',
    ],
    leads: [
      '{company}は従業員の{share}にあたる{jobs}人を減らすと[発表した|明らかにした]。',
      '{city}で恐れられていた通り、{company}は{jobs}人を削減する。',
    ],
    facts: [
      '{city}の拠点への影響が最も大きい。',
      '労組の{union}氏は抗議行動を呼びかけた。',
      '会社は需要の弱さと[燃料高|金利高]を理由に挙げる。',
      '対象者には一年分の給与か再教育が用意される。',
    ],
    quotes: [
      '「待ちすぎた」と{company.short}の{boss}氏。',
      '「利益を生んだ人が追い出される」と{union.last}氏は憤る。',
    ],
  },
  rates: {
    titles: [
      '{bank}、政策金利{rate}に[決定|据え置き]',
      '{governor.last}総裁「[忍耐も政策|急がない]」 金利{rate}',
      '物価上昇{inflation}、{bank}が金利を[発表|決定]',
    ],
    leads: [
      '{bank}は{weekday}、政策金利を{rate}とすると[発表した|決めた]。',
      '物価上昇率{inflation}でも{bank}は急がず、金利を{rate}とした。',
    ],
    facts: [
      '物価は一年で{inflation}上がった。',
      '決定は[全会一致|七対二]だった。',
      '住宅ローンの負担は[やや|明らかに]重くなる。',
      '次の会合は六週間後に開かれる。',
    ],
    quotes: [
      '「見るのは暦ではなくデータだ」と{governor}総裁。',
      '「薄氷の上だと銀行も知っている」と{analyst}氏は評する。',
    ],
  },
  election: {
    titles: [
      '{country}大統領選、{winner}氏が[勝利|当選]',
      '{winner.last}氏が{share}で勝利 {country}大統領選',
      '{loser.last}氏が敗北認める、{country}は{winner.last}[政権へ|氏が率いる]',
    ],
    leads: [
      '{country}の大統領選で{winner}氏が{share}を得て[当選した|勝利した]。',
      '真夜中に{loser}氏が電話で祝意を伝え、{country}は{winner}氏が率いることになった。',
    ],
    facts: [
      '投票率は{turnout}だった。',
      '{winner.last}氏は都市で、{loser.last}氏は地方で優位だった。',
      '監視団は穏やかな投票だったと評価した。',
      '{city}では朝まで祝賀が続いた。',
    ],
    quotes: [
      '「私を望まなかった人のためにも働く」と{winner.last}氏。',
      '「民の声に耳を傾ける」と{loser}氏は述べた。',
    ],
  },
  summit: {
    titles: [
      '{first}と{second}、{topic}で[合意|協定に署名]',
      '{city}で[深夜の合意|交渉まとまる]、{topic}巡る対立に幕',
      '{years}年越しの{topic}問題、{first}と{second}が[和解|決着]',
    ],
    leads: [
      '{first}と{second}は{weekday}、{city}で{topic}を巡る争いを[終わらせた|解決した]。',
      '{first}と{second}は{topic}を{years}年争ってきたが、{city}の長い一夜で決着した。',
    ],
    facts: [
      '協定の期間は[十|十五|二十]年。',
      '{city}に置く合同委員会が履行を見守る。',
      '両国の議会の承認が必要だ。',
      '仲介役の{envoy}氏は数か月往復を重ねた。',
    ],
    quotes: [
      '「誰も全部は得なかった。だから続くだろう」と{envoy}氏。',
      '「朝四時まで読点を数えた」と{envoy.last}氏は語る。',
    ],
  },
  quake: {
    titles: [
      '{city}でマグニチュード{magnitude}の地震',
      '{city.country}で地震、{injured}人[けが|負傷]',
      '地震後の{city}、[{homes}棟が被害|捜索続く]',
    ],
    leads: [
      '{weekday}、{city}周辺でマグニチュード{magnitude}の地震があり、少なくとも{injured}人がけがをした。',
      '二十秒の揺れだった。マグニチュード{magnitude}の地震で{city}の約{homes}棟が住めなくなった。',
    ],
    facts: [
      '震源の深さは{depth}キロ。',
      '約{homes}棟が壊れた。',
      '{city}への道路と鉄道は止まっている。',
      '余震は数日続くとみられる。',
    ],
    quotes: [
      '「みなサッカー場で眠った」と{mayor}市長。',
      '「今は一時間が惜しい」と{mayor.last}市長は訴える。',
    ],
  },
  storm: {
    titles: [
      '暴風{storm}が{city}を[直撃|襲う]、{homes}戸停電',
      '{storm}上陸、{evacuated}人が[避難|安全な場所へ]',
      '{homes}戸が[停電|暗闇に]、暴風{storm}が{city.country}を横断',
    ],
    leads: [
      '暴風{storm}により{city}と周辺の{homes}戸が停電した。',
      '{weekday}、{storm}が時速{wind}キロの突風で{city.country}を[横断した|襲った]。',
    ],
    facts: [
      '{city}の港では時速{wind}キロを観測した。',
      '{evacuated}人が学校や体育館で夜を明かした。',
      '列車とフェリーは運休している。',
      '復旧は週末までかかる見込みだ。',
    ],
    quotes: [
      '「静かに見えても外に出ないで」と防災担当の{official}氏。',
      '「海が教会の階段まで来た」と{official.last}氏は話す。',
    ],
  },
  resignation: {
    titles: [
      '{country}の{minister.last}{office}相が[辞任|辞意]',
      '{sum}の契約問題、{minister.last}{office}相が[引責辞任|退く]',
      '{country}の{office}相に{successor}氏',
    ],
    leads: [
      '{country}の{minister}{office}相が{sum}の契約を巡る疑惑で[辞任した|辞意を表明した]。',
      '就任{months}か月、短い手紙を残して{country}の{minister}{office}相が職を辞した。',
    ],
    facts: [
      '監査で{sum}が入札なしに支払われたと分かった。',
      '{successor}氏が直ちに後を継ぐ。',
      '野党は調査委員会を求めている。',
      '{minister.last}氏は私利を否定した。',
    ],
    quotes: [
      '「過ちはあったが一銭も受け取っていない」と{minister}氏。',
      '「省には落ち着きが要る」と{successor.last}氏は語った。',
    ],
  },
} as const satisfies Record<string, EventPatterns>
