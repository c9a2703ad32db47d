/** Bytes of a document in which its root begins, and in which its closing tag stands. */
const ROOT_BYTES = 64 * 1024
const END_BYTES = 4 * 1024

/**
 * Whether a document is complete though its transfer ended early: its last tag closes its root, or it is JSON that can
 * be read. Servers announce a length that is too large, or leave out the last chunk. Browsers show such documents.
 */
export function isComplete(body: Buffer): boolean {
  const start = textOf(body.subarray(0, ROOT_BYTES))
  if (/^\s*[{[]/.test(start)) return isJson(body.toString('utf8'))
  const [, root] = /<([a-z_][\w.:-]*)/i.exec(withoutComments(start)) ?? []
  if (root === undefined) return false
  const [, closed] =
    /<\/([a-z_][\w.:-]*)\s*>\s*$/i.exec(withoutComments(textOf(body.subarray(-END_BYTES)))) ?? []
  return closed?.toLowerCase() === root.toLowerCase()
}

/** The ASCII of a text in any charset, also of UTF-16; a byte order mark is left out. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\0\x80-\xff]/g, '')
}

function withoutComments(text: string): string {
  return text.replace(/<!--.*?(?:-->|$)/gs, '')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}
