import { translations, sameTranslations, type Translations } from './language.ts'

/** A whole number as each language writes it: 12,400 · 12.400 · 1.24万 · 1万2400. */
export function translateCount(value: number): Translations {
  return translations(
    grouped(value, ','),
    grouped(value, '.'),
    spanish(value),
    chinese(value),
    japanese(value),
  )
}

/** @param tenths of a percent, so that 35 is 3.5 % */
export function translatePercent(tenths: number): Translations {
  const point = (tenths / 10).toFixed(1).replace('.0', '')
  const comma = point.replace('.', ',')
  return translations(`${point} percent`, `${comma} Prozent`, `${comma} %`, `${point}%`, `${point}%`)
}

/** An amount of dollars; Chinese and Japanese count in units of 10^8. */
export function translateMillions(millions: number): Translations {
  if (millions < 1000) {
    return translations(
      `$${millions} million`,
      `${millions} Millionen Dollar`,
      `${millions} millones de dólares`,
      `${hundredMillions(millions, '万', '亿')}美元`,
      `${hundredMillions(millions, '万', '億')}ドル`,
    )
  }
  const billions = (millions / 1000).toFixed(1).replace('.0', '')
  return translations(
    `$${billions} billion`,
    `${billions.replace('.', ',')} Milliarden Dollar`,
    `${grouped(millions, '.')} millones de dólares`,
    `${hundredMillions(millions, '万', '亿')}美元`,
    `${hundredMillions(millions, '万', '億')}ドル`,
  )
}

/** A decimal number, such as the magnitude of an earthquake: 5.8 · 5,8. */
export function translateDecimal(tenths: number): Translations {
  const point = (tenths / 10).toFixed(1)
  const comma = point.replace('.', ',')
  return { ...sameTranslations(point), de: comma, es: comma }
}

function grouped(value: number, separator: string): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, separator)
}

/** Spanish groups the digits of numbers with five digits or more. */
function spanish(value: number): string {
  return value < 10_000 ? String(value) : grouped(value, '.')
}

function chinese(value: number): string {
  return value < 10_000 ? String(value) : `${trimmed(value / 10_000)}万`
}

function japanese(value: number): string {
  if (value < 10_000) return String(value)
  const rest = value % 10_000
  return `${Math.floor(value / 10_000)}万${rest === 0 ? '' : rest}`
}

function hundredMillions(millions: number, small: string, large: string): string {
  return millions < 100 ? `${millions * 100}${small}` : `${trimmed(millions / 100)}${large}`
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(2)))
}
