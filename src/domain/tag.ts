/** What tags are compared by: two that differ in case alone are one. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}
