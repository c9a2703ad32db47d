/** What the YAML library says, and what a person who edits settings can do about it. The first that matches counts. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [
    /^Nested mappings are not allowed/,
    "a value cannot hold another 'key: value'; put the value in quotes, or indent the lines of one block alike",
  ],
  [
    /^Implicit keys need/,
    "this is no 'key: value'; add the ':', or mend the indentation of this line and the next",
  ],
  [/^Implicit map keys need/, "a ':' is missing after this key"],
  [/^The : indicator must be/, 'this is too long for a key; a key is a plain word'],
  [/^Missing closing (.)quote/, 'a text that begins with $1 is not closed; add the $1 at its end'],
  [
    /^Plain value cannot start with (?:reserved character )?(.+)$/,
    'a value cannot begin with $1; put the value in quotes',
  ],
  [/^Flow sequence .* end with a \]/, "a list in brackets is not closed; add its ']'"],
  [/^Flow map .* end with a \}/, "a block in braces is not closed; add its '}'"],
  [/must start at the same column/, 'this line is indented otherwise than the lines it belongs to'],
  [/must be (?:sufficiently )?indented|must be more indented/, 'this line must be indented more'],
  [/^Missing , (?:or : )?between/, 'a comma is missing before this'],
  [/^Unexpected (?:,|empty item) in/, 'a comma too many stands here'],
  [/^Invalid escape sequence (.+)$/, '$1 has no meaning between double quotes; use single quotes'],
  [/^Missing space after :/, "a space is missing after the ':'"],
  [/^Sequence item without - indicator/, "an entry of a list begins with '- '"],
  [/^A block sequence may not be used/, "a list begins on a line of its own, each entry after '- '"],
  [/^Comments must be separated/, 'a space is missing before the #'],
  [/^Unexpected (?:flow-map-end|\})/, "a '}' too many stands here"],
  [/^Unexpected (?:flow-seq-end|\])/, "a ']' too many stands here"],
]

/** A message of the YAML library in plain words; its own where it is a rare one. */
export function plainYamlMessage(message: string): string {
  for (const [said, plain] of PLAIN) {
    const found = said.exec(message)
    if (found !== null) return plain.replaceAll('$1', () => found[1] ?? '')
  }
  return `this is not YAML: ${message}`
}
