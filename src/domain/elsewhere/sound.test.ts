import { describe, expect, it } from 'vitest'
import { soundsOf } from './sound.ts'

describe('the sound of a name', () => {
  it.each([
    ['Macron', 'Макрон', 'Макроном', 'Μακρόν', 'マクロン', '马克龙'],
    ['Zelensky', 'Selenskyj', 'Зеленский', 'Ζελένσκι', 'ゼレンスキー'],
    ['Trump', 'Трамп', 'トランプ', '特朗普'],
    ['Montelirio', 'モンテリリオ', '蒙特利里奥'],
    ['Barcelona', 'Барселона', 'バルセロナ'],
    ['Chandrapal', 'Чандрапал', 'チャンドラパル'],
  ])('%s is the same in other alphabets', (first, ...others) => {
    const sounds = [first, ...others].map((word) => soundsOf(word))

    for (const sound of sounds) expect(sound).toEqual(sounds[0])
  })

  it('is known both with v and without, which languages do not agree on', () => {
    const sounds = ['Tessivar', 'テシヴァル', '泰西瓦尔'].map((word) => soundsOf(word))

    expect(sounds[0]).toHaveLength(2)
    expect(sounds[1]).toEqual(sounds[0])
    expect(sounds[2]).toEqual(sounds[0])
  })

  it('is none where fewer than three consonants are left', () => {
    expect(['Io', 'Anna', 'Eva', 'мы', '', '42', '🙂', 'ア'].map((word) => soundsOf(word))).toEqual(
      Array.from({ length: 8 }, () => []),
    )
  })
})
