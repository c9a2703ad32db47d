import type { EventPatterns } from '../patterns.ts'

/** Business and world affairs, in Chinese. */
export const ZH_AFFAIRS = {
  takeover: {
    titles: [
      '{buyer.short}[收购|买下|将并购]{target.short}[，作价{price}|]',
      '{price}：{buyer.short}[赢得|拿下]{target.short}',
      '{target.short}[同意|接受]{buyer.short}收购要约',
    ],
    leads: [
      '{buyer}与{target}{weekday}宣布，前者将以{price}收购后者。',
      '这是{buyer.short}史上最大的一笔收购：以{price}买下{target}。',
    ],
    facts: [
      '{target.short}有{staff}名员工，多数在{city}。',
      '交易仍需反垄断机构批准。',
      '收购价比此前市价高出[三分之一|四分之一]。',
      '{buyer.short}负责人{boss}表示[两年内|暂时]不会关闭工厂。',
    ],
    quotes: ['“两家公司就像钥匙和锁，”{boss}说。', '“我们不会操之过急，”{boss.last}承诺。'],
  },
  results: {
    titles: [
      '{company.short}[利润增长|净利大增]{change}',
      '{company.short}单季盈利{profit}，[超出预期|好于预测]',
      '{company.short}[提高股息|业绩亮眼]，销售额{sales}',
    ],
    leads: [
      '{company}上季度盈利{profit}，比去年同期增长{change}。',
      '销售额{sales}，利润{profit}：{company}{weekday}公布的业绩[超出所有预测|令市场意外]。',
    ],
    facts: [
      '销售额达到{sales}。',
      '[服务业务|海外市场]表现最好，原材料成本上升。',
      '股息将提高一成。',
      '总部位于{city}的这家公司维持全年预期。',
    ],
    quotes: ['“好业绩容易让公司变懒，”{boss}提醒。', '“需求不缺，缺的是人，”{boss.last}说。'],
  },
  layoffs: {
    titles: [
      '{company.short}[裁员|将裁减]{jobs}人',
      '{city}[震动|抗议]：{company.short}裁掉{share}员工',
      '{jobs}个岗位消失，{company.short}[称需求疲软|紧缩开支]',
    ],
    leads: [
      '{company}宣布裁员{jobs}人，占员工总数的{share}。',
      '{city}的员工早有预感：{company}将[辞退|裁减]{jobs}人。',
    ],
    facts: [
      '{city}的工厂受影响最大。',
      '工会代表{union}号召举行抗议日。',
      '公司归咎于需求疲软和[能源昂贵|利率高企]。',
      '被裁者可获一年薪水或转岗培训。',
    ],
    quotes: [
      '“我们拖得太久了，”{company.short}负责人{boss}说。',
      '“创造利润的人却被赶出门，”{union.last}表示。',
    ],
  },
  rates: {
    titles: [
      '{bank}将利率[定为|维持在]{rate}',
      '{governor.last}[呼吁耐心|不急于行动]：基准利率{rate}',
      '通胀{inflation}，{bank}[作出决定|公布利率]',
    ],
    leads: [
      '{bank}{weekday}宣布，基准利率为{rate}。',
      '面对{inflation}的通胀，{bank}认为无需着急，利率定在{rate}。',
    ],
    facts: [
      '物价同比上涨{inflation}。',
      '这一决定[一致通过|以七比二通过]。',
      '房贷成本将[略有|明显]上升。',
      '下次会议在六周之后。',
    ],
    quotes: ['“我们看数据，不看日历，”行长{governor}说。', '“央行如履薄冰，它自己也知道，”{analyst}评论道。'],
  },
  election: {
    titles: [
      '{winner}[赢得|拿下]{country}大选',
      '{country}[选出新总统|大选揭晓]：{winner.last}得票{share}',
      '{loser.last}[认输|承认败选]，{winner.last}将执政{country}',
    ],
    leads: [
      '{winner}以{share}的得票率赢得{country}总统选举。',
      '午夜时分，{loser}致电祝贺对手，{country}将由{winner}领导。',
    ],
    facts: [
      '投票率为{turnout}。',
      '{winner.last}在城市领先，{loser.last}在乡村占优。',
      '观察员称投票过程平静。',
      '{city}的庆祝活动持续到清晨。',
    ],
    quotes: ['“我也是没有投我票的人的总统，”{winner.last}说。', '“人民已经说话，我在倾听，”{loser}表示。'],
  },
  summit: {
    titles: [
      '{first}与{second}就{topic}[达成协议|签署协定]',
      '{city}[谈判突破|深夜达成一致]：{topic}争端[落幕|化解]',
      '争了{years}年，{first}和{second}在{topic}上[握手言和|和解]',
    ],
    leads: [
      '{first}与{second}{weekday}在{city}解决了围绕{topic}的争端。',
      '{first}和{second}为{topic}争执了{years}年，{city}的一个长夜便画上句号。',
    ],
    facts: [
      '协议有效期为[十|十五|二十]年。',
      '设在{city}的联合委员会将监督执行。',
      '两国议会仍需批准。',
      '调解人{envoy}奔走了数月。',
    ],
    quotes: ['“谁也没有得到全部，所以也许能长久，”{envoy}说。', '“凌晨四点我们还在数逗号，”{envoy.last}说。'],
  },
  quake: {
    titles: [
      '{city}发生{magnitude}级地震',
      '{city.country}地震[致|造成]{injured}人受伤',
      '震后{city}：[{homes}栋房屋受损|彻夜搜救]',
    ],
    leads: [
      '{weekday}，{city}一带发生{magnitude}级地震，至少{injured}人受伤。',
      '短短二十秒：{magnitude}级地震令{city}约{homes}栋房屋无法居住。',
    ],
    facts: [
      '震源深度{depth}公里。',
      '约{homes}栋房屋受损或倒塌。',
      '通往{city}的公路和铁路中断。',
      '预计余震将持续数日。',
    ],
    quotes: ['“我们都睡在足球场上，”市长{mayor}说。', '“现在每个小时都很宝贵，”{mayor.last}表示。'],
  },
  storm: {
    titles: [
      '风暴{storm}[袭击|横扫]{city}，{homes}户停电',
      '{storm}登陆，{evacuated}人[撤离|转移]',
      '{homes}户[断电|陷入黑暗]：风暴{storm}[过境|肆虐]{city.country}',
    ],
    leads: [
      '风暴{storm}造成{city}及周边{homes}户家庭停电。',
      '{weekday}，{storm}以每小时{wind}公里的阵风[横扫|席卷]{city.country}。',
    ],
    facts: [
      '{city}港口测得每小时{wind}公里的阵风。',
      '{evacuated}人在学校和体育馆过夜。',
      '火车和渡轮停运。',
      '电力抢修可能持续到周末。',
    ],
    quotes: [
      '“即使看似平静也请留在室内，”民防官员{official}呼吁。',
      '“海水漫到了教堂台阶，”{official.last}说。',
    ],
  },
  resignation: {
    titles: [
      '{country}{office}部长{minister.last}[辞职|下台]',
      '{sum}合同风波：{minister.last}[黯然离任|请辞]',
      '{successor}[接任|接替{minister.last}出任]{country}{office}部长',
    ],
    leads: [
      '因一份价值{sum}的合同，{country}{office}部长{minister}[宣布辞职|提出辞呈]。',
      '上任{months}个月后，{minister}以一封短信辞去{country}{office}部长职务。',
    ],
    facts: [
      '审计发现{sum}未经招标即已支付。',
      '{successor}立即接任。',
      '反对派要求成立调查委员会。',
      '{minister.last}否认从中获利。',
    ],
    quotes: ['“我犯了错，但没有拿一分钱，”{minister}说。', '“部里需要平静，”{successor.last}表示。'],
  },
} as const satisfies Record<string, EventPatterns>
