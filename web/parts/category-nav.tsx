import { usePage } from '../page-context.ts'
import { nameOf } from '../words/words.ts'

/** The categories in one row, on every view. A narrow window keeps it in sight. */
export function CategoryNav() {
  const { words, categories, pageLocation, link } = usePage()
  if (categories.length < 2) return null
  const { path, query } = pageLocation
  // The front page keeps its other settings from category to category.
  const kept = path === '/' ? query : {}
  const current = (category: string | undefined) =>
    path === '/' && query['category'] === category ? ('page' as const) : undefined
  return (
    <nav class="categories" aria-label={words.nav.categories}>
      <a href={link('/', { ...kept, category: undefined })} aria-current={current(undefined)}>
        {words.front.top}
      </a>
      {categories.map((category) => (
        <a key={category} href={link('/', { ...kept, category })} aria-current={current(category)} dir="auto">
          {nameOf(category, words.categories)}
        </a>
      ))}
    </nav>
  )
}
