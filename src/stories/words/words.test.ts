import { describe, expect, it } from 'vitest'
import { readWords } from './words.ts'

function cut(text: string): string[] {
  return readWords(text).map(({ start, end }) => text.slice(start, end))
}

describe('the words of a title', () => {
  it('are pairs of characters where no spaces stand between them', () => {
    expect(cut('克里特岛地震')).toEqual(['克里', '里特', '特岛', '岛地', '地震'])
    expect(cut('지진으로')).toEqual(['지진', '진으', '으로'])
  })

  it('are whole in katakana, which begin and end with a word', () => {
    expect(cut('ギリシャ・クレタ島で地震')).toEqual(['ギリシャ', 'クレタ', '島で', 'で地', '地震'])
    expect(cut('大谷のホームラン')).toEqual(['大谷', '谷の', 'のホ', 'ホームラン'])
  })
})
