import type { EventPatterns } from '../patterns.ts'

/** Technology and science, in Japanese. */
export const JA_KNOWLEDGE = {
  launch: {
    titles: [
      '{maker.short}、新製品「{product}」を[発表|公開|発売へ]',
      '「{product}」[登場|いよいよ発売]、価格は{price}ドル',
      '[先行レビュー|実機に触れた]：{maker.short}の「{product}」',
    ],
    leads: [
      '{maker}は{weekday}、{city}で新型機「{product}」を[発表した|披露した]。価格は{price}ドル。',
      '数か月のうわさを経て「{product}」が[姿を現した|正式に発表された]。{maker.short}は{price}ドルで売り出す。',
    ],
    facts: [
      '普通のねじ回しで分解でき、部品は十年間供給される。',
      '価格の発表前に約{buyers}人が予約していた。',
      '出荷は[六週間以内|今四半期中]に始まる。',
      '試用した人々は画面を[ほめ|評価し]、重さには不満を漏らした。',
    ],
    quotes: [
      '「何もない机から始めた」と{maker.short}の{boss}氏は語った。',
      '「長く使うのは良いことだ」と{boss}氏は話す。',
    ],
  },
  outage: {
    titles: [
      '{company.short}で障害、{service}が{hours}時間[停止|使えず]',
      '{users}人が{service}を利用できず',
      '{company.short}が[謝罪|原因を説明]、冷却ポンプの故障で{hours}時間停止',
    ],
    leads: [
      '{company}で{weekday}に障害が起き、約{users}人が{hours}時間にわたり{service}を使えなくなった。',
      '{company}のシステム障害で{weekday}、{service}が全面的に[止まった|停止した]。',
    ],
    facts: [
      '原因は{city}近郊のデータセンターの故障だった。',
      '{hours}時間後、[地域ごとに|段階的に]復旧した。',
      '会社は攻撃の形跡はないとしている。',
      '店や診療所は紙と鉛筆でしのいだ。',
      '監督官庁は二週間以内の報告を求めた。',
    ],
    quotes: [
      '「利用者の期待を裏切った」と{company.short}の{boss}氏は[認めた|述べた]。',
      '「一つのスイッチで止まってはならない」と{boss.last}氏。',
    ],
  },
  breach: {
    titles: [
      '{company.short}から{people}人分の{data}が[流出|盗まれる]',
      '{weeks}週間気づかず、{company.short}が{data}の流出を[発表|認める]',
      '{people}人に影響：{company.short}の情報流出[の経緯|で何が]',
    ],
    leads: [
      '{company}は{weekday}、約{people}人分の{data}が持ち出されたと[発表した|認めた]。',
      '{weeks}週間にわたり{company}では誰も侵入に気づかず、{data}が[売りに出されている|出回っている]。',
    ],
    facts: [
      '侵入口は[古い試験用サーバー|忘れられたアカウント]だった。',
      '{city}の研究者{expert}氏は{weeks}週間前に警告していた。',
      'カード番号は含まれないと{company.short}は説明する。',
      '個人情報の監督機関が調査を始めた。',
    ],
    quotes: [
      '「巧みな攻撃ではない。扉が開いていただけだ」と{expert}氏。',
      '「集めない情報は漏れない」と{expert.last}氏は指摘する。',
    ],
  },
  chip: {
    titles: [
      '消費電力{saving}減、{university}が新[チップ|半導体]',
      '{company.short}と{university}、省電力プロセッサーを[公開|開発]',
      '{size}ナノメートル、{city}発の[半導体|新チップ]',
    ],
    leads: [
      '{university}と{company}の技術者が、消費電力を{saving}減らしたプロセッサーを[開発した|公開した]。',
      '{city}で作られた爪ほどのチップが、データセンターの電気代を下げるかもしれない。',
    ],
    facts: [
      '構造は{size}ナノメートルで、三層に重なる。',
      '{lead}氏の研究室が六年をかけた。',
      '{company.short}は[来年|一年半以内に]{city}で試作を始める。',
      '全力で動かしても40度を超えなかった。',
    ],
    quotes: [
      '「こつは、ほとんど何もしないこと」と{lead}氏。',
      '「速いのではなく、落ち着いている」と{lead.last}氏は語る。',
    ],
  },
  discovery: {
    titles: [
      '{city}近郊で{find}を[発見|確認]',
      '{years}年の眠り、{find}が[見つかる|出土]',
      '{find}、{city}で発見[ 専門家も驚き| 研究者ら]',
    ],
    leads: [
      '{university}の調査団が{city}近郊で{find}を[発見した|見つけた]。',
      '厚さ{metres}メートルの[粘土|砂]の下に、{find}が約{years}年眠っていた。',
    ],
    facts: [
      '場所は地下{metres}メートルで、工事中に見つかった。',
      '年代は約{years}年前と測定された。',
      '発掘を率いる{lead}氏はさらなる発見に期待する。',
      '正確な場所は公表されていない。',
    ],
    quotes: [
      '「あの夜は誰も眠れなかった」と{lead}氏は振り返る。',
      '「教科書を一ページ直すことになる」と{lead.last}氏。',
    ],
  },
  mission: {
    titles: [
      '探査機{probe}が{body}に[到着|到達]',
      '{probe}、{body}の初画像を[送信|公開]',
      '{days}日の旅を経て、{probe}が{body}の軌道へ',
    ],
    leads: [
      '{agency}は{weekday}、探査機{probe}が{days}日かけて{body}に[到着した|到達した]と発表した。',
      '十九分の沈黙の後、拍手が起きた。{probe}が{body}の軌道に入った。',
    ],
    facts: [
      '費用は{cost}で、少なくとも三年間続く。',
      'レーダーと分光計二台、カメラを積む。',
      '最初の画像には[明るい尾根|暗い谷]が写っていた。',
      '途中で弁が二度動かなくなった。',
    ],
    quotes: [
      '「{body}は想像より美しい」と運用責任者の{lead}氏。',
      '「人生で最も高い{days}日だった」と{lead.last}氏は笑う。',
    ],
  },
  trial: {
    titles: [
      '{illness}の新薬、発作を{cut}減らす',
      '{illness}治療に[前進|光]、患者{patients}人の治験',
      '{company.short}、{illness}治療で[良好な結果|成果を発表]',
    ],
    leads: [
      '患者{patients}人の治験で、新しい治療が{illness}の症状を{cut}減らすことが[示された|分かった]。',
      '{university}の医師らが{illness}の研究結果を[発表し|公表し]、注目を集めている。',
    ],
    facts: [
      '参加者{patients}人の半数は偽薬を受けた。',
      '副作用は軽い頭痛や疲れだった。',
      '費用を出した{company}は年内に承認を申請する。',
      '効果は少なくとも一年続いた。',
    ],
    quotes: [
      '「一歩ではあるが、完治ではない」と{lead}氏は[慎重だ|語る]。',
      '「この数字を二十年待った」と{lead.last}氏。',
    ],
  },
} as const satisfies Record<string, EventPatterns>
