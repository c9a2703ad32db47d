import { useRef } from 'preact/hooks'
import { usePage } from '../page-context.ts'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['o', 'open'],
  ['v', 'original'],
  ['n', 'nextArticle'],
  ['p', 'previousArticle'],
  ['u', 'back'],
  ['/', 'search'],
  ['g f', 'front'],
  ['g l', 'list'],
  ['g s', 'searchView'],
  ['g q', 'sources'],
  ['g t', 'stats'],
  ['g d', 'docs'],
  ['?', 'help'],
] as const

/** The list of keyboard shortcuts. `?` and a button open it. */
export function KeysHelp() {
  const { words, isLive } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  if (!isLive) return null
  return (
    <>
      <button
        type="button"
        class="plain-button"
        data-keys-help=""
        onClick={() => dialog.current?.showModal()}
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
            {KEYS.map(([keys, name]) => (
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
