import { useEffect, useState } from 'preact/hooks'
import { forgetViews, type KeptView, listKeptViews } from '../navigation/kept-views.ts'
import { forgetStored } from '../navigation/stored.ts'
import { usePage } from '../page-context.ts'
import { addressOf } from '../page-location.ts'
import { Time } from '../parts/time.tsx'
import type { View } from '../view.tsx'
import { SHELL_PATH } from '../worker/offline-shell.ts'

/** What this browser keeps: pages for reading offline, and a button that deletes everything. */
export const offline: View<null> = {
  path: SHELL_PATH,
  load: () => Promise.resolve(null),
  title: (_, words) => words.offline.title,
  Body: Offline,
}

function Offline() {
  const { words, prefix, link } = usePage()
  const [views, setViews] = useState<readonly KeptView[]>()
  useEffect(() => {
    void listKeptViews(prefix).then(setViews)
  }, [])
  return (
    <section class="view">
      <h1>{words.offline.title}</h1>
      <p class="lead">{words.offline.note}</p>
      <p>
        <button
          type="button"
          class="needs-scripts"
          onClick={() => {
            forgetStored()
            // Reloads, so that read marks and saved articles on the screen go too.
            void forgetViews(prefix).then(() => location.assign(link('/')))
          }}
        >
          {words.offline.forget}
        </button>
      </p>
      <h2 class="label">{words.offline.pages}</h2>
      {views?.length === 0 && <p>{words.offline.nothing}</p>}
      <ol class="kept-views">
        {views?.map(({ title, pageLocation: { path, query }, keptAt }) => (
          <li key={addressOf(path, query)}>
            <a href={link(path, query)} dir="auto">
              {title}
            </a>{' '}
            <span class="faint">
              <Time at={new Date(keptAt).toISOString()} as="date" />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
