import { useEffect, useState } from 'preact/hooks'
import type { Api } from '../../api/api.ts'
import { unlessProblem } from '../../api/problem.ts'
import type { Article, Item, List } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { Headline } from '../../parts/headline.tsx'
import { Part } from '../../parts/part.tsx'
import { ItemTime } from '../../parts/time.tsx'

/** An item in a side list. */
type RelatedItem = Pick<Item, 'id' | 'title' | 'language' | 'sourceName' | 'publishedAt' | 'firstSeenAt'>

const MAX_RELATED = 8
const MAX_ALIKE = 5

/** Title words in the query. More make the search several times as slow and find the same. */
const MAX_WORDS = 5

/** A query for similar titles: the longest words, which are rare. */
function queryOf(title: string): string {
  const words = new Set(title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))
  return [...words]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS)
    .join(' ')
}

/** Items of other stories; empty if they cannot be searched now. */
async function findAlike(api: Api, { title, story }: Subject): Promise<RelatedItem[]> {
  const parameters = {
    q: queryOf(title),
    distinct: 'story',
    limit: MAX_ALIKE + 1,
    fields: 'id,title,language,sourceName,publishedAt,firstSeenAt,story',
  }
  const asked = api.get<List<RelatedItem & Pick<Item, 'story'>>>('/api/search', parameters)
  const { items } = await unlessProblem(asked, { items: [] })
  return items.filter((item) => item.story.id !== story.id).slice(0, MAX_ALIKE)
}

/** The next report of the story after this one. */
export function NextInStory({
  article: { id, publishedAt, related },
}: {
  readonly article: Pick<Article, 'id' | 'publishedAt' | 'related'>
}) {
  const { words } = usePage()
  const isLater = (item: Pick<Item, 'id' | 'publishedAt'>, other: typeof item) =>
    item.publishedAt > other.publishedAt || (item.publishedAt === other.publishedAt && item.id > other.id)
  const [next] = related
    .filter((item) => isLater(item, { id, publishedAt }))
    .toSorted((a, b) => (isLater(a, b) ? 1 : -1))
  if (next === undefined) return null
  return (
    <Part id="next" class="next-in-story" title={words.article.nextInStory}>
      <SideItem item={next} />
    </Part>
  )
}

/** Other reports of the same story. */
export function Related({
  article: { related, story },
}: {
  readonly article: Pick<Article, 'related' | 'story'>
}) {
  const { words, link } = usePage()
  if (related.length === 0) return null
  return (
    <Part id="related" class="side-part" title={words.article.related}>
      <SideList items={related.slice(0, MAX_RELATED)} />
      <p class="side-more">
        <a href={link('/story', { id: story.id })}>
          {words.article.wholeStory(story.itemCount, story.sourceCount)}
        </a>
      </p>
    </Part>
  )
}

type Subject = Pick<Article, 'id' | 'title' | 'story'>

/**
 * Items of other stories on the same subject. Loaded in the browser, since the search would delay the article; without
 * scripts the heading links to the search.
 */
export function Alike({ article }: { readonly article: Subject }) {
  const { words, api, isLive, link } = usePage()
  const [items, setItems] = useState<readonly RelatedItem[]>()
  const q = queryOf(article.title)
  useEffect(() => {
    let isCurrent = true
    if (isLive && api !== undefined && q !== '')
      void findAlike(api, article).then((found) => isCurrent && setItems(found))
    return () => {
      isCurrent = false
    }
  }, [isLive, article.id])
  if (q === '' || items?.length === 0) return null
  return (
    <Part id="alike" class="side-part" title={<a href={link('/search', { q })}>{words.article.alike}</a>}>
      {items !== undefined && <SideList items={items} />}
    </Part>
  )
}

function SideList({ items }: { readonly items: readonly RelatedItem[] }) {
  return (
    <ol class="side-list">
      {items.map((item) => (
        <li key={item.id}>
          <SideItem item={item} />
        </li>
      ))}
    </ol>
  )
}

function SideItem({ item }: { readonly item: RelatedItem }) {
  return (
    <>
      <Headline item={item} level={3} />
      <p class="meta">
        <span dir="auto">{item.sourceName}</span>
        <ItemTime item={item} />
      </p>
    </>
  )
}
