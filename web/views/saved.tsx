import { isStorageFailing } from '../navigation/stored.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { Note } from '../parts/problem-note.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { Summary } from '../parts/summary.tsx'
import { Time } from '../parts/time.tsx'
import type { View } from '../view.tsx'

/** The articles saved in this browser. The service does not know them. */
export const saved: View<null> = {
  path: '/saved',
  load: () => Promise.resolve(null),
  title: (_, words) => words.saved.title,
  Body: Saved,
}

function Saved() {
  const { words, saved, isLive } = usePage()
  return (
    <section class="view saved">
      <h1>{words.saved.title}</h1>
      <p class="lead">{isLive && isStorageFailing() ? words.saved.unkept : words.saved.note}</p>
      {isLive && saved.length === 0 && <Note title={words.saved.nothing} />}
      {saved.length > 0 && (
        <>
          <button type="button" onClick={() => download(JSON.stringify(saved, undefined, 2))}>
            {words.saved.export}
          </button>
          <ol class="rows" aria-label={words.saved.title}>
            {saved.map((item) => (
              <li class="row" key={item.id}>
                <div class="row-body">
                  <Headline item={item} level={2} />
                  <Summary item={item} />
                  <p class="meta">
                    <span dir="auto">{item.sourceName}</span>
                    <Time at={item.publishedAt} as="date" />
                    <a href={item.url} rel="noopener noreferrer">
                      {words.item.original}
                    </a>
                    <SaveButton item={item} />
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

/** Offers a text as a file to download. */
function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'digest-saved.json'
  link.click()
  URL.revokeObjectURL(link.href)
}
