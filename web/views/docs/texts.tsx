import type { Type } from './open-api.ts'

/** Text with code between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
}

/** A type in words, with links to the schemas that it names. */
export function TypeText({ type }: { readonly type: Type }) {
  return (
    <span class="docs-type">
      {type.map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={at} href={`#${shapeId(part.shape)}`}>
            {part.shape}
          </a>
        ),
      )}
    </span>
  )
}

export function shapeId(name: string): string {
  return `shape-${name}`
}
