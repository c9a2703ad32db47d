import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { fold } from '../fold.ts'
import { mayBeginLike, stem, STEM_LANGUAGES } from './stem.ts'

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

describe('mayBeginLike', () => {
  // Endings and letters that rules look for, between letters of several scripts.
  const part = fc.oneof(
    fc.stringMatching(/^[a-z0-9]$/),
    fc.constantFrom(
      'ing',
      'ies',
      'men',
      'en',
      'eren',
      'ces',
      'aux',
      'iger',
      'keit',
      'owie',
      'ului',
      'lar',
      'an',
      'zz',
    ),
    fc.constantFrom('É', 'ß', 'Æ', 'ç', 'İ', '\u0301', '\u00ad', 'ж', 'λ', 'و', 'ה', '’s', '.'),
  )
  const word = fc
    .tuple(fc.stringMatching(/^[a-zA-Z0-9]$/), fc.array(part, { maxLength: 7, size: 'small' }))
    .map(([first, rest]) => first + rest.join(''))

  it.each([...STEM_LANGUAGES, ''])('leaves out no word with the folded form or stem: %s', (language) => {
    fc.assert(
      fc.property(word, (text) => {
        for (const wanted of [fold(text), stem(text, language)])
          expect(mayBeginLike([wanted], language)(text.charCodeAt(0))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([...STEM_LANGUAGES, ''])('leaves out none of the shortest words: %s', (language) => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz0')
    const shortest = letters.flatMap((one) => [one, ...letters.map((other) => one + other)])

    const leftOut = shortest.filter(
      (text) => !mayBeginLike([stem(text, language)], language)(text.charCodeAt(0)),
    )

    expect(leftOut).toEqual([])
  })

  it('leaves out words that begin with other letters', () => {
    const mayBegin = mayBeginLike(['storm', 'élan'], 'en')

    expect(['Storms', 'flood', '5', 'Überfall'].map((word) => mayBegin(word.charCodeAt(0)))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
