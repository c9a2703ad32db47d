import { useRef, useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'

const HEADLINE = 'a[data-item]'

/** Each key with a selector of what it needs on the screen. */
const KEYS = [
  ['j', 'next', HEADLINE],
  ['k', 'previous', HEADLINE],
  ['.', 'nextNew', '[data-new]'],
  ['o', 'open', HEADLINE],
  ['v', 'original', 'a[data-original], a[data-url]'],
  ['n', 'nextOfList', '.trail [data-key=n]'],
  ['p', 'previousOfList', '.trail [data-key=p]'],
  ['u', 'back', '.trail'],
  ['m', 'mark', HEADLINE],
  ['M', 'markAbove', HEADLINE],
  ['s', 'save', '.save'],
  ['/', 'search', '[data-search]'],
  ['g f', 'front', 'body'],
  ['g l', 'list', 'body'],
  ['g s', 'searchView', 'body'],
  ['g q', 'sources', 'body'],
  ['g t', 'stats', 'body'],
  ['g d', 'docs', 'body'],
  ['?', 'help', 'body'],
] as const

/** The keyboard shortcuts that apply to the screen. `?` and a button open the list. */
export function KeysHelp() {
  const { words, isLive } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  const [usable, setUsable] = useState<readonly (typeof KEYS)[number][]>([])
  if (!isLive) return null
  return (
    <>
      <button
        type="button"
        class="plain-button"
        data-keys-help=""
        onClick={() => {
          setUsable(KEYS.filter(([, , needed]) => document.querySelector(needed) !== null))
          dialog.current?.showModal()
        }}
      >
        {words.footer.keys} <kbd>?</kbd>
      </button>
      <dialog
        ref={dialog}
        class="keys"
        aria-labelledby="keys"
        // The backdrop belongs to the dialog: a click on it closes.
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <form method="dialog">
          <h2 id="keys">{words.footer.keys}</h2>
          <dl>
            {usable.map(([keys, name]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{words.keys[name]}</dd>
              </div>
            ))}
          </dl>
          <button type="submit">{words.keys.close}</button>
        </form>
      </dialog>
    </>
  )
}
