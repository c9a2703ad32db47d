import type { Parameter } from './reference.ts'

/**
 * The address that a form asks for: parameters in the order of the description, those without a value left
 * out, since the interface refuses empty ones.
 *
 * @param values by name of parameter
 */
export function tryAddress(
  path: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string {
  const given = parameters.flatMap(({ name, place }) => {
    const value = values[name]?.trim() ?? ''
    return value === '' ? [] : [{ name, place, value }]
  })
  const filled = given
    .filter(({ place }) => place === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)), path)
  const query = given
    .filter(({ place }) => place === 'query')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}
