import { usePage } from '../../page-context.ts'

/** The operators of a query, and the caret's position after inserting one. */
const OPERATORS = [
  { text: '""', caret: 1, name: 'phrase' },
  { text: '-', caret: 1, name: 'not' },
  { text: ' OR ', caret: 4, name: 'or' },
  { text: '*', caret: 1, name: 'prefix' },
  { text: 'title:', caret: 6, name: 'title' },
  { text: 'author:', caret: 7, name: 'author' },
  { text: 'source:', caret: 7, name: 'source' },
  { text: 'site:', caret: 5, name: 'site' },
  { text: 'lang:', caret: 5, name: 'lang' },
  { text: 'tag:', caret: 4, name: 'tag' },
  { text: 'has:image', caret: 9, name: 'has' },
] as const

/** The query syntax, as buttons that insert it into the field. */
export function Operators() {
  const { words, isLive } = usePage()
  return (
    <dl class="operators">
      {OPERATORS.map(({ text, caret, name }) => (
        <div key={name}>
          <dt>
            {isLive ? (
              <button type="button" class="chip" onClick={() => insert(text, caret)}>
                <code>{text.trim()}</code>
              </button>
            ) : (
              <span class="chip">
                <code>{text.trim()}</code>
              </span>
            )}
          </dt>
          <dd>{words.search.operators[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function insert(text: string, caret: number): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]')
  if (field === null) return
  const start = field.value.length
  const gap = start === 0 || /\s$/.test(field.value) || text.startsWith(' ') || text === '*' ? '' : ' '
  field.value += gap + text
  field.focus()
  field.setSelectionRange(start + gap.length + caret, start + gap.length + caret)
}
