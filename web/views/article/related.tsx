import type { Api } from '../../api/api.ts'
import { ProblemError } from '../../api/problem.ts'
import type { Article, Item, List } from '../../api/types.ts'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../page-location.ts'
import { Headline } from '../../parts/headline.tsx'
import { Time } from '../../parts/time.tsx'

/** What a side list shows of an item. */
export type RelatedItem = Pick<Item, 'id' | 'title' | 'language' | 'sourceName' | 'publishedAt'>

const MAX_RELATED = 8
const MAX_ALIKE = 5

/** Words of a title that a search for the like takes. */
const MAX_WORDS = 12

/** Items of other stories that have most of the title's words; none if they cannot be searched now. */
export async function findAlike(
  api: Api,
  { title, story }: Pick<Article, 'title' | 'story'>,
): Promise<RelatedItem[]> {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const parameters = {
    q: words.slice(0, MAX_WORDS).join(' ').toLowerCase(),
    distinct: 'story',
    limit: MAX_ALIKE + 1,
    fields: 'id,title,language,sourceName,publishedAt,story',
  }
  try {
    const { items } = await api.get<List<RelatedItem & Pick<Item, 'story'>>>('/api/search', parameters)
    return items
      .filter((item) => item.story.id !== story.id)
      .slice(0, MAX_ALIKE)
      .map(({ id, title, language, sourceName, publishedAt }) => ({
        id,
        title,
        language,
        sourceName,
        publishedAt,
      }))
  } catch (error) {
    if (error instanceof ProblemError) return []
    throw error
  }
}

/** The report of the story that came after this one. */
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
    <section class="next-in-story" aria-labelledby="next">
      <h2 id="next" class="label">
        {words.article.nextInStory}
      </h2>
      <SideItem item={next} />
    </section>
  )
}

/** Other reports of the same story. */
export function Related({
  article: { related, story },
}: {
  readonly article: Pick<Article, 'related' | 'story'>
}) {
  const { words } = usePage()
  const link = useLink()
  if (related.length === 0) return null
  return (
    <section class="side-part" aria-labelledby="related">
      <h2 id="related" class="label">
        {words.article.related}
      </h2>
      <SideList items={related.slice(0, MAX_RELATED)} />
      <p class="side-more">
        <a href={link(addressOf('/story', { id: story.id }))}>
          {words.article.wholeStory(story.itemCount, story.sourceCount)}
        </a>
      </p>
    </section>
  )
}

/** Items of other stories on the same subject. */
export function Alike({ items }: { readonly items: readonly RelatedItem[] }) {
  const { words } = usePage()
  if (items.length === 0) return null
  return (
    <section class="side-part" aria-labelledby="alike">
      <h2 id="alike" class="label">
        {words.article.alike}
      </h2>
      <SideList items={items} />
    </section>
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
        <Time at={item.publishedAt} />
      </p>
    </>
  )
}
