import type { EventPatterns } from '../patterns.ts'

/** Culture and sports, in Chinese. */
export const ZH_LEISURE = {
  award: {
    titles: [
      '《{work}》[获|摘得]{festival}大奖',
      '{winner}凭《{work}》[折桂|获奖]',
      '{festival}揭晓：《{work}》[意外胜出|夺魁]',
    ],
    leads: [
      '{winner}凭借《{work}》获得{festival}最高奖。',
      '几乎没有人看好《{work}》，{weekday}它却[捧走|赢得]了{festival}大奖。',
    ],
    facts: [
      '评委会从{entries}部作品中选出获奖者。',
      '奖金为{purse}美元。',
      '评委会主席{jury}称赞作品的[耐心|幽默|细腻]。',
      '《{work}》秋季起将在十个国家展出。',
    ],
    quotes: [
      '“它问了一个简单的问题，却不放过你，”{jury}说。',
      '“我只想赶在母亲生日前完成，”{winner.last}说。',
    ],
  },
  theft: {
    titles: [
      '{museum}[失窃|被盗]：{object}[不翼而飞|下落不明]',
      '{minutes}分钟，一架梯子：{museum}盗案',
      '价值{worth}：警方追查{museum}窃贼',
    ],
    leads: [
      '窃贼从{museum}盗走{object}，估价{worth}。',
      '只用了{minutes}分钟：{weekday}凌晨有人潜入{museum}，带走了{object}。',
    ],
    facts: [
      '失物估价{worth}，但几乎无法转手。',
      '警报响了，[却无人前来|保安以为是误报]。',
      '警方在河边找到一架梯子和一条小船。',
      '博物馆闭馆至周末。',
    ],
    quotes: ['“他们知道哪扇窗关不严，”负责调查的{detective}说。', '“总有人会想脱手，”{detective.last}表示。'],
  },
  final: {
    titles: [
      '{winner}{score}[击败|力克|险胜]{loser}',
      '{scorer.last}[绝杀|一锤定音]，{winner}胜{loser}',
      '{score}！{loser}[苦吞败仗|遗憾落败]',
    ],
    leads: [
      '在{crowd}名观众面前，{winner}以{score}战胜{loser}。',
      '{scorer}第{minute}分钟的进球决定了{winner}与{loser}之战。',
    ],
    facts: [
      '{scorer}在第{minute}分钟打入制胜球。',
      '{loser}控球占优，却两次击中门柱。',
      '现场观众达{crowd}人。',
      '{winner}升至积分榜第二。',
    ],
    quotes: ['“我们吃了苦，然后笑了，”主教练{coach}说。', '“我闭上眼就射了，”{scorer.last}坦言。'],
  },
  transfer: {
    titles: [
      '{player}[加盟|转会|签约]{to}',
      '{fee}！{to}[签下|得到]{player.last}',
      '[官宣|正式]：{player.last}告别{from}',
    ],
    leads: [
      '{player}从{from}转会{to}，转会费据称为{fee}。',
      '{from}球迷盼到最后一刻，{weekday}{player}还是与{to}签约。',
    ],
    facts: [
      '合同为期[三|四|五]年。',
      '{player.last}上赛季打进{goals}球。',
      '转会费{fee}，另加奖金。',
      '{from}已在物色替代者。',
    ],
    quotes: ['“我一只眼流泪，一只眼微笑，”{player}说。', '“有了这样的球员，别人也会变强，”教练{coach}说。'],
  },
} as const satisfies Record<string, EventPatterns>
