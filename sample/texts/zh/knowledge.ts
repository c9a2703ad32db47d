import type { EventPatterns } from '../patterns.ts'

/** Technology and science, in Chinese. */
export const ZH_KNOWLEDGE = {
  launch: {
    titles: [
      '{maker.short}[发布|推出|正式公布]新品{product}',
      '{product}[开售|上市]，售价{price}美元',
      '[上手体验|抢先看]：{maker.short}的{product}[值得买吗|有何不同]',
    ],
    leads: [
      '{maker}{weekday}在{city}[发布|展示]了新设备{product}，售价{price}美元。',
      '经过数月传闻，{product}终于[亮相|揭晓]，{maker.short}将价格定为{price}美元。',
    ],
    facts: [
      '该设备用普通螺丝刀即可拆开，零配件将供应十年。',
      '公布价格之前已有约{buyers}人预约。',
      '{maker.short}负责人{boss}表示，[六周内|本季度内]开始发货。',
      '首批试用者[称赞屏幕|肯定续航]，但认为机身偏重。',
    ],
    quotes: ['“我们从一张空桌子开始，”{boss}说。', '“人们使用设备的时间越来越长，这是好事，”{boss}表示。'],
  },
  outage: {
    titles: [
      '{company.short}[故障|系统瘫痪]，{service}中断{hours}小时',
      '{users}名用户无法使用{service}',
      '{company.short}[致歉|说明原因]：一台水泵引发{hours}小时瘫痪',
    ],
    leads: [
      '{company}{weekday}发生故障，约{users}名用户的{service}中断{hours}小时。',
      '受{company}系统故障影响，{service}{weekday}全面[停摆|中断]。',
    ],
    facts: [
      '问题源于{city}附近的一处数据中心。',
      '{hours}小时后服务[逐步|分区]恢复。',
      '公司称没有发现遭受攻击的迹象。',
      '不少商店和诊所只能改用纸笔。',
      '监管部门要求两周内提交报告。',
    ],
    quotes: [
      '“我们辜负了用户，”{company.short}负责人{boss}[承认|表示]。',
      '“一个开关不该有这么大的影响，”{boss.last}说。',
    ],
  },
  breach: {
    titles: [
      '{company.short}数据泄露，{people}人{data}[外泄|被盗]',
      '黑客潜伏{weeks}周，{company.short}[承认|证实]{data}失窃',
      '{people}人受影响：{company.short}泄露事件[始末|追踪]',
    ],
    leads: [
      '{company}{weekday}证实，约{people}人的{data}遭人窃取。',
      '整整{weeks}周，{company}无人察觉入侵者，如今{data}正在网上[叫卖|流传]。',
    ],
    facts: [
      '入侵者从一台[旧测试服务器|被遗忘的账户]进入。',
      '{city}的安全研究者{expert}早在{weeks}周前就发出警告。',
      '{company.short}称银行卡号不在其中。',
      '数据保护机构已展开调查。',
    ],
    quotes: ['“这不是高明的攻击，门本来就开着，”{expert}说。', '“不收集的数据就不会丢，”{expert.last}指出。'],
  },
  chip: {
    titles: [
      '{university}研制新芯片，能耗降低{saving}',
      '{company.short}与{university}[展示|造出]省电处理器',
      '{size}纳米：{city}的新芯片[有多省电|走出实验室]',
    ],
    leads: [
      '{university}与{company}的工程师[研制|展示]了一款处理器，能耗比同类低{saving}。',
      '一块产自{city}的指甲盖大小的芯片，有望降低数据中心的电费。',
    ],
    facts: [
      '芯片结构仅{size}纳米，分三层堆叠。',
      '{lead}带领的团队为此工作了六年。',
      '{company.short}计划[明年|十八个月内]在{city}试产。',
      '满负荷运行时温度不超过40度。',
    ],
    quotes: ['“诀窍是大部分时间什么都不做，”{lead}解释说。', '“我们不是更快，而是更从容，”{lead.last}说。'],
  },
  discovery: {
    titles: [
      '{city}附近[发现|出土]{find}',
      '沉睡{years}年：研究者[发现|找到]{find}',
      '{find}现身{city}，[专家称罕见|学界振奋]',
    ],
    leads: [
      '{university}的研究团队在{city}附近[发现|找到]了{find}。',
      '在{metres}米厚的[泥土|沙层]之下，{find}静静躺了约{years}年。',
    ],
    facts: [
      '遗址位于地下{metres}米，施工时偶然发现。',
      '测定年代约为{years}年前。',
      '主持发掘的{lead}期待更多发现。',
      '具体地点暂时保密。',
    ],
    quotes: ['“那一夜谁也没睡，”{lead}回忆道。', '“教科书至少要改一页，”{lead.last}说。'],
  },
  mission: {
    titles: [
      '{probe}[抵达|飞抵]{body}',
      '{probe}传回{body}首批[照片|图像]',
      '飞行{days}天，{probe}进入{body}轨道',
    ],
    leads: [
      '{agency}{weekday}宣布，探测器{probe}历时{days}天[抵达|到达]{body}。',
      '十九分钟的寂静之后是掌声：{probe}成功进入{body}轨道。',
    ],
    facts: [
      '任务耗资{cost}，预计至少持续三年。',
      '探测器携带雷达、两台光谱仪和一台相机。',
      '首批图像显示[明亮的山脊|幽暗的峡谷|几乎没有陨石坑]。',
      '途中一个阀门曾两次卡住。',
    ],
    quotes: [
      '“{body}比我们想象的更美，”飞行主管{lead}说。',
      '“这是我一生中最昂贵的{days}天，”{lead.last}打趣道。',
    ],
  },
  trial: {
    titles: [
      '新药使{illness}发作减少{cut}',
      '{illness}治疗[见曙光|有进展]：{patients}名患者参与试验',
      '{company.short}公布{illness}新药[试验结果|好消息]',
    ],
    leads: [
      '一项有{patients}名患者参与的试验显示，新疗法使{illness}症状减轻{cut}。',
      '{university}的医生[公布|发表]了{illness}研究成果，令同行振奋。',
    ],
    facts: [
      '{patients}名参与者中一半服用安慰剂。',
      '副作用轻微，主要是头痛和疲倦。',
      '资助研究的{company}计划今年申请上市。',
      '疗效至少维持一年。',
    ],
    quotes: [
      '“这是一步，不是治愈，”主持试验的{lead}[提醒|说]。',
      '“这样的数字我们等了二十年，”{lead.last}表示。',
    ],
  },
} as const satisfies Record<string, EventPatterns>
