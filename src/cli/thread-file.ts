/** The file of a thread beside this one: JavaScript when built, TypeScript when run from source. */
export function threadFile(name: string): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./${name}.${extension}`, import.meta.url)
}
