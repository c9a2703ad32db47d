import { createHash } from 'node:crypto'

/** Whether each case is tried. Most runs try a part, which is enough to find what many cases have in common. */
const IS_WHOLE = process.env['EVERY_CASE'] === '1'

/** One of `oneOf` of the cases, the same ones in every run; all of them with `EVERY_CASE=1`. */
export function sampled<Case>(
  cases: readonly Case[],
  oneOf: number,
  nameOf: (one: Case) => string,
): readonly Case[] {
  return IS_WHOLE ? cases : cases.filter((one) => hashOf(nameOf(one)) % oneOf === 0)
}

function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE()
}
