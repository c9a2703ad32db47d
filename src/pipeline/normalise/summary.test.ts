import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { cutText, summarize } from './summary.ts'

const sentence = 'The storm has reached the coast and will stay there until the end of the week, they said. '

describe('a summary', () => {
  it('is the text itself where that is short, on one line', () => {
    expect(summarize('One.\n\nTwo\nthree')).toBe('One. Two three')
    expect(summarize('')).toBe('')
  })

  it('ends with a sentence where one ends in its second half', () => {
    expect(summarize(sentence.repeat(6))).toBe(sentence.repeat(3).trim())
    expect(summarize(`${'a'.repeat(200)} he said “so.” ${'B'.repeat(200)}`)).toMatch(/“so\.”$/)
  })

  it('does not take a point within a number or a name for the end of a sentence', () => {
    const text = `Version 3.14 of example.org ${'and so on '.repeat(40)}`

    expect(summarize(text)).toMatch(/^Version 3\.14 of example\.org .* (?:and|so|on)…$/)
  })

  it.each([
    'of the U.S. Navy',
    'of J. Lind',
    'of Dr. Lind',
    'Lind v. Berg',
    'Lind vs. Berg',
    'of Lind Inc. Berg',
    'z.B. Wind',
    'am 3. Oktober',
    'on Oct. 12',
    'No. 5',
    'ca. 300 m',
    'etc. at the coast',
    'Yahoo! is here',
    'list: 1. Wind',
    'то есть т.е. Ветер',
  ])('does not end within %j', (words) => {
    const [first = '', ...rest] = words.split(/(?<=[.!]) /)
    const start = 'wording '.repeat(30)

    expect(cutText(`${start}${first} ${rest.join(' ')} ${start}`, start.length + first.length + 1)).toMatch(
      /…$/,
    )
  })

  it.each([
    'of the storm.',
    'of 1:3.',
    'of version 1.1.2.',
    'in 2007.',
    'of FORTIFY_SOURCE=3.',
    'at the coast?',
    'of wind etc.',
    'in NATO.',
    "at Ada's.",
    'и ветер.',
  ])('ends after %j', (words) => {
    const start = 'wording '.repeat(30)

    expect(cutText(`${start}${words} The ${start}`, start.length + words.length + 3)).toBe(start + words)
  })

  it('ends between words where no sentence ends', () => {
    const summary = summarize('wording '.repeat(60))

    expect(summary).toMatch(/wording…$/)
    expect(summary.length).toBeLessThanOrEqual(300)
  })

  it('ends after a sentence, or between characters, in Chinese and Japanese', () => {
    expect(summarize('台风正在靠近海岸。'.repeat(60))).toMatch(/。$/)
    expect(summarize('台风正在靠近海岸'.repeat(60))).toHaveLength(300)
  })

  it.each([
    ['A storm is near. [...]', 'A storm is near.'],
    ['A storm is near. […]', 'A storm is near.'],
    ['A storm is near. Read more', 'A storm is near.'],
    ['A storm is near… Continue reading →', 'A storm is near'],
    ['A storm is near. The post Storm appeared first on Paper.', 'A storm is near.'],
    ['They read more', 'They'],
    ['A sport… Continue reading on Medium »', 'A sport…'],
    ['Continue reading on »', ''],
    ['A storm is near… Continue reading Storm at the coast', 'A storm is near…'],
    ['The post Storm appeared first on Paper.', ''],
    ['Ein Sturm naht. Der Beitrag Sturm erschien zuerst auf Blatt.', 'Ein Sturm naht.'],
    ['La tempesta… La entrada Tormenta se publicó primero en Diario.', 'La tempesta…'],
    ['submitted by /u/anna [link] [comments]', ''],
    ['A storm is near. submitted by /u/anna to r/weather [link] [12 comments]', 'A storm is near.'],
    ['A storm is near. Filed under: Weather, Coast', 'A storm is near.'],
    ['Filed under: Weather, Coast\n\nA storm is near.', 'A storm is near.'],
    [`Filed under: ${'Weather, '.repeat(30)}Coast\n\nA storm is near.`, 'A storm is near.'],
    ['A storm is near. As always, the coast [...] More »', 'A storm is near. As always, the coast'],
    ['A storm is... more »', 'A storm is'],
    ['A storm is near. 120 words. Read more at The Paper', 'A storm is near. 120 words.'],
    ['They can read more at home', 'They can read more at home'],
    [
      'A storm is near. Read more on the coast. Bring a coat.',
      'A storm is near. Read more on the coast. Bring a coat.',
    ],
    ['Read full story for the newest details.', ''],
    ['A storm is near. Read the full story at The Paper.', 'A storm is near.'],
    ['A storm is near. Read | Permalink | Email this | Comments', 'A storm is near.'],
    [
      'Papers are filed under: see the list, and then some more was said of it at length; nothing here is a tail, as it goes on and on, far beyond what tags would ever be.',
      'Papers are filed under: see the list, and then some more was said of it at length; nothing here is a tail, as it goes on and on, far beyond what tags would ever be.',
    ],
    ['They asked for comments', 'They asked for comments'],
    ['A storm is near. © 2026 The Paper. All rights reserved. For personal use only.', 'A storm is near.'],
    ['Ein Sturm naht. Weiterlesen', 'Ein Sturm naht.'],
    ['Ein Sturm naht. Weiterlesen auf blatt.example', 'Ein Sturm naht.'],
    ['Une tempête arrive… Lire la suite sur Le Journal.', 'Une tempête arrive…'],
    ['Uma tempestade chega... Leia mais no Jornal da Costa!', 'Uma tempestade chega...'],
    ['Ein Sturm naht. Mehr lesen sur le site. Ende.', 'Ein Sturm naht. Mehr lesen sur le site. Ende.'],
    ['Ein Sturm naht … Weiterlesen →', 'Ein Sturm naht'],
    ['Une tempête approche… Lire la suite', 'Une tempête approche'],
    ['Буря близко. Читать далее', 'Буря близко.'],
    ['台風が近づいている。続きを読む', '台風が近づいている。'],
    ['A storm is near. ★', 'A storm is near.'],
    ['I give the storm ★', 'I give the storm ★'],
    ['A storm is near. 🎉', 'A storm is near. 🎉'],
    ['Sie will später weiterlesen.', 'Sie will später weiterlesen.'],
    ['What I learned', 'What I learned'],
  ])('of %j leaves out what publishing tools add: %j', (text, summary) => {
    expect(summarize(text)).toBe(summary)
  })

  it('is at most 300 characters, cuts no character in two, and takes any text', () => {
    const unit = fc.constantFrom('a', ' ', '.', '。', '雨', '😀', '👩‍🚀', 'e\u0301', '…', '\n', '🇩🇪')

    fc.assert(
      fc.property(fc.array(unit, { maxLength: 500 }), (units) => {
        const summary = summarize(units.join(''))

        expect(summary.length).toBeLessThanOrEqual(300)
        expect(summary).not.toMatch(/\p{Cs}|\u200D(?:…|$)/u)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a line that is cut', () => {
  it('stays as it is where it fits', () => {
    expect(cutText('abc def', 7)).toBe('abc def')
    expect(cutText('abc def', 6)).toBe('abc…')
    expect(cutText('abcdefgh', 6)).toBe('abcde…')
  })
})
