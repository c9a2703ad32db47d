import { describe, expect, it } from 'vitest'
import { toEnd } from '../../model/in-steps.ts'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS } from '../../model/time.ts'
import { StoryPlacer } from './placer.ts'

const NOW = Date.UTC(2026, 4, 4, 12)

/** Titles and summaries of a small collection. Of the first six, each two report one event. */
const TEXTS: Readonly<Record<'ru' | 'ja', readonly string[]>> = {
  ru: [
    'Паром сел на мель у Лисхольма|Все 140 пассажиров доставлены на берег.',
    'Авария у Лисхольма: спасены все|Паром шёл в Морренштадт.',
    'Вельтро отзывает 90 000 самокатов|Компания сообщила о неисправных тормозах.',
    'Неисправные тормоза: самокаты Вельтро вернут на завод|Отзыв касается моделей до 2025 года.',
    'Премию Кестрел получила Мариса Одуйя|Жюри отметило её первый роман.',
    'Одуйя названа лауреатом|Писательница награждена премией Кестрел за книгу об острове.',
    'Почему так мало людей чинят обувь сами|В гостях в последней мастерской города.',
    'Как держать пчёл на балконе|Три года опыта и один укус.',
    'Городской совет спорит о новых скамейках|В бюджете на это нет денег.',
    'Старый приёмник и потерянные выходные|Что пылится на полках ремонтников.',
    'Новые правила для балконов вступят в силу в январе|Что важно знать жильцам.',
    'Тайная жизнь офисных растений|Биолог считает листья.',
    'Пять книг об истории соли|Наш выбор для долгих вечеров.',
    'Дождь даёт крестьянам надежду|Уборка начнётся через две недели.',
  ],
  ja: [
    'リスホルム沖でフェリーが座礁|乗客１４０人は小型船で岸に運ばれた。',
    'リスホルム沖のフェリー座礁、乗客全員を救助|けが人はいなかった。',
    'ベルトロ、電動スクーター９万台を回収|ブレーキの不具合が見つかったと発表した。',
    'ベルトロが電動スクーター回収へ|昨年までに売られた車両が対象。',
    'ケストレル賞にマリサ・オドゥヤ氏|選考委員は最初の長編小説を高く評価した。',
    'マリサ・オドゥヤ氏がケストレル賞を受賞|島を舞台にした長編小説が選ばれた。',
    '靴を自分で直す人が減った理由|町に残る最後の工房を訪ねた。',
    'ベランダで蜜蜂を飼うには|三年の経験と一度の痛み。',
    '市議会、新しい長椅子をめぐり対立|予算の裏付けがないため。',
    '古いラジオと消えた週末|修理を待つ品々の話。',
    '植木鉢の決まり、一月から変わる|住む人が知っておくこと。',
    '会社の植物の知られざる暮らし|葉を数える研究者。',
    '塩の歴史を知る五冊|長い夜のための選書。',
    '雨に農家ひと安心|収穫は再来週から。',
  ],
}

describe('a small collection in a language without a table of words', () => {
  it.each(['ru', 'ja'] as const)('joins two reports of an event, and nothing else: %s', (language) => {
    const storyOf = placed(TEXTS[language].map((text, at) => anItem(text, language, at)))

    const [events, others] = [storyOf.slice(0, 6), storyOf.slice(6)]
    expect(events.map((story) => events.indexOf(story))).toEqual([0, 0, 2, 2, 4, 4])
    expect(new Set(others).size).toBe(others.length)
  })
})

/** The story of each item. */
function placed(items: readonly StoryItem[]): number[] {
  const placer = new StoryPlacer()
  let last = 0
  const { placements } = toEnd(placer.place(items, () => ++last))
  const storyOf = new Map(placements.map(({ itemId, storyId }) => [itemId, storyId]))
  return items.map(({ itemId }) => storyOf.get(itemId) ?? 0)
}

function anItem(text: string, language: string, at: number): StoryItem {
  const [title = '', summary = ''] = text.split('|')
  return {
    itemId: at + 1,
    sourceId: `source-${at}`,
    publisher: `publisher-${at}.example`,
    url: `https://publisher-${at}.example/${at}`,
    title,
    summary,
    language,
    publishedAt: NOW - at * HOUR_MS,
    firstSeenAt: NOW,
    dated: true,
  }
}
