/** Longer texts are worth the memory of what they are cut from. */
const SHORT = 1_024

/**
 * A short text as a string of its own. What is cut from a string keeps the whole of it in memory: a title
 * that somebody remembers would keep its document.
 */
export function detached(text: string): string {
  // Joining makes a new string, and cutting the first sign off again keeps that one alive, which is short.
  return text.length > 12 && text.length < SHORT ? ` ${text}`.slice(1) : text
}
