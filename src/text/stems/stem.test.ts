import { describe, expect, it } from 'vitest'
import { stem } from './stem.ts'

describe('English words', () => {
  it.each([
    ['child', 'children', 'Children'],
    ['mouse', 'mice', 'mouses'],
    ['woman', 'women', 'womens'],
    ['fireman', 'firemen', 'FIREMEN'],
    ['spokeswoman', 'spokeswomen', 'spokeswomen'],
    ['wolf', 'wolves', 'wolfs'],
    ['crisis', 'crises', 'crises'],
    ['phenomenon', 'phenomena', 'phenomenons'],
    ['run', 'running', 'runs'],
  ])('meet in all their forms: %s, %s, %s', (one, many, more) => {
    expect([stem(many, 'en'), stem(more, 'en-GB')]).toEqual([stem(one, 'en'), stem(one, 'en')])
  })

  it('that only end like a plural stay what they are', () => {
    expect(['specimen', 'yemen', 'amen'].map((word) => stem(word, 'en'))).toEqual([
      'specimen',
      'yemen',
      'amen',
    ])
  })

  it('are no rule for other languages', () => {
    expect(stem('mice', 'nl')).not.toBe(stem('mouse', 'nl'))
    expect(stem('women', null)).toBe('women')
  })
})

describe('Arabic and Hebrew words', () => {
  it.each([
    ['برلمان', 'البرلمان', 'والبرلمان'],
    ['حكومة', 'الحكومة', 'للحكومة'],
    ['مدينة', 'المدينة', 'بالمدينة'],
    ['لاعب', 'اللاعبين', 'لاعبون'],
    ['وزير', 'الوزير', 'والوزير'],
    ['ولايات', 'الولايات', 'للولايات'],
  ])('meet with their article and endings: %s, %s, %s', (one, two, three) => {
    expect([stem(two, 'ar'), stem(three, 'ar')]).toEqual([stem(one, 'ar'), stem(one, 'ar')])
  })

  it.each([
    ['ממשלה', 'הממשלה'],
    ['הסכם', 'ההסכם'],
    ['תקציב', 'והתקציב'],
    ['ירושלים', 'בירושלים'],
    ['בחירות', 'הבחירות'],
    ['ממשלה', 'מהממשלה'],
    ['מחקר', 'במחקר'],
    ['רופא', 'הרופאים'],
  ])('meet with what is written together with them: %s, %s', (one, other) => {
    expect(stem(other, 'he')).toBe(stem(one, 'he'))
  })

  it('keep what is part of them', () => {
    expect(stem('ولد', 'ar')).toBe('ولد')
    expect(stem('הר', 'he')).toBe('הר')
    expect(stem('מכתב', 'he')).not.toBe(stem('כתב', 'he'))
  })
})

describe('Words whose rules would leave them apart', () => {
  it.each([
    ['pt', 'eleição', 'eleições', 'eleicoes'],
    ['pt', 'pão', 'pães', 'Pães'],
    ['nl', 'kind', 'kinderen', 'KINDEREN'],
    ['ru', 'ёлка', 'ёлки', 'елки'],
    ['uk', "об'єкт", 'об’єктів', 'обʼєктом'],
  ])('meet: %s %s, %s, %s', (language, one, two, three) => {
    expect([stem(two, language), stem(three, language)]).toEqual([stem(one, language), stem(one, language)])
  })
})
