import type { Api } from '../api/api.ts'
import { ItemList } from '../lists/item-list.tsx'
import { loadPage, type ListAddress, type ListPage } from '../lists/list-data.ts'
import { ListTools } from '../lists/list-tools.tsx'
import { heardOf, isHeardOut } from '../navigation/heard.ts'
import { spanText } from '../number-text.ts'
import { usePage } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { Note } from '../parts/problem-note.tsx'
import type { BodyProps, View } from '../view.tsx'

const ADDRESS: ListAddress = { path: '/api/search', parameters: { q: 'has:audio', sort: 'newest' } }

/** Everything with audio, newest first, with length and position in this browser. */
export const listen: View<ListPage> = {
  path: '/listen',
  load: (api: Api, { query }: PageLocation) => loadPage(api, ADDRESS, query['cursor']),
  title: (_, words) => words.listen.title,
  feed: () => ({ q: 'has:audio' }),
  Body: Listen,
}

function Listen({ data }: BodyProps<ListPage>) {
  const { words, visit } = usePage()
  return (
    <section class="view">
      <h1>{words.listen.title}</h1>
      <p class="lead">{words.listen.total(data.total)}</p>
      <ListTools />
      {data.items.length === 0 ? (
        <Note title={words.listen.nothing}>
          <p>{words.listen.nothingTry}</p>
        </Note>
      ) : (
        <ItemList
          key={visit}
          address={ADDRESS}
          first={data}
          label={words.listen.title}
          foot={({ id }) => <Recording id={id} />}
        />
      )}
    </section>
  )
}

/** Plays an article's recording, and shows its length once known. */
function Recording({ id }: { readonly id: number }) {
  const { words, isLive, link } = usePage()
  const heard = isLive ? heardOf(id) : undefined
  return (
    <p class="recording">
      <a class="button" href={link('/article', { id, sound: 'play' })}>
        {words.article.sound}
      </a>
      {heard !== undefined && (
        <span>
          {spanText(heard.length, words)},{' '}
          {isHeardOut(heard)
            ? words.listen.heard
            : words.listen.left(spanText(heard.length - heard.position, words))}
        </span>
      )}
    </p>
  )
}
