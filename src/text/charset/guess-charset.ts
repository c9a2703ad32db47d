/**
 * Guesses the charset of bytes that are not UTF-8 and have no correct declaration. The guess uses the
 * frequency of bytes in the languages of each charset. A wrong guess is worse than windows-1252, so it needs
 * whole words of bytes above ASCII.
 *
 * @returns a label for `TextDecoder`; `undefined` for Western European and unclear text
 */
export function guessCharset(bytes: Buffer): string | undefined {
  // In Western European words most runs of bytes above ASCII have one byte.
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  const count = runs.join('').length
  if (count < 6 || count / runs.length < 2.5) return undefined
  return guessMultibyte(bytes) ?? guessScript(bytes)
}

/** Guesses an East Asian charset by the range of the lead bytes of its frequent characters. */
function guessMultibyte(bytes: Buffer): string | undefined {
  const euc = pairs(bytes, 0xa1)
  if (euc !== undefined) {
    const [kana, hangul, simplified] = [
      within(euc, 0xa4, 0xa5),
      within(euc, 0xb0, 0xc8),
      within(euc, 0xb0, 0xd7),
    ]
    if (kana > 0.2) return decodes(bytes, 'euc-jp')
    // Thai uses the same bytes, but those of its vowels and tones are rare lead bytes in these charsets.
    if (hangul > 0.85) return decodes(bytes, 'euc-kr')
    if (simplified > 0.8) return decodes(bytes, 'gb18030')
  }
  const shiftJis = strictText(bytes, 'shift_jis')
  if (shiftJis !== undefined && fraction(shiftJis, /[\u3040-\u30FF]/g) > 0.25) return 'shift_jis'
  const big5 = pairs(bytes, 0x40)
  return big5 !== undefined && within(big5, 0xa4, 0xc6) > 0.8 ? decodes(bytes, 'big5') : undefined
}

/** Gives the lead bytes if all bytes above ASCII form pairs whose second byte is at least `trail`. */
function pairs(bytes: Buffer, trail: number): number[] | undefined {
  const leads: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const second = bytes[at + 1] ?? 0
    if (lead < 0xa1 || second < trail || second === 0x7f) return undefined
    leads.push(lead)
    at++
  }
  return leads.length === 0 ? undefined : leads
}

/** Guesses a single-byte charset of another script by the range of its lower-case letters. */
function guessScript(bytes: Buffer): string | undefined {
  const upper = [...bytes].filter((byte) => byte >= 0x80)
  const [a1toBf, c0toDf, e0toFa, fbToFf] = [
    within(upper, 0xa1, 0xbf),
    within(upper, 0xc0, 0xdf),
    within(upper, 0xe0, 0xfa),
    within(upper, 0xfb, 0xff),
  ]
  if (a1toBf > 0.3 && within(upper, 0xd0, 0xd9) > 0.05) return 'windows-874'
  if (e0toFa > 0.95 && fbToFf === 0) return 'windows-1255'
  if (c0toDf > 0.7) return 'koi8-r'
  // Accented letters of Greek, where Cyrillic has rare capital letters.
  if (e0toFa + fbToFf > 0.6 && within(upper, 0xdc, 0xdf) > 0.04) return 'windows-1253'
  if (e0toFa + fbToFf > 0.7 && fbToFf > 0.01) return 'windows-1251'
  return undefined
}

function within(values: readonly number[], from: number, to: number): number {
  return values.filter((value) => value >= from && value <= to).length / Math.max(1, values.length)
}

function fraction(text: string, signs: RegExp): number {
  const upper = text.match(/[^\0-\x7F]/g)?.length ?? 0
  return (text.match(signs)?.length ?? 0) / Math.max(1, upper)
}

function decodes(bytes: Buffer, label: string): string | undefined {
  return strictText(bytes, label) === undefined ? undefined : label
}

function strictText(bytes: Buffer, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
