// Gives generators of clients a compiler that they can call: TypeScript 7 has no interface for programs yet.
import { register } from 'node:module'

const HOOKS = `export function resolve(specifier, context, next) {
  return next(specifier === 'typescript' ? 'typescript-5' : specifier, context)
}`

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, import.meta.url)
