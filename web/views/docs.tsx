import type { Api } from '../api/api.ts'
import { usePage } from '../page-context.ts'
import type { BodyProps, View } from '../view.tsx'
import type { OpenApi } from './docs/open-api.ts'
import { Columns, OperationPart } from './docs/operation-part.tsx'
import { referenceOf, type Reference, type Shape } from './docs/reference.ts'
import { Prose, TypeText, shapeId } from './docs/texts.tsx'

/** The API reference with forms to try it, from the OpenAPI document. */
export const docs: View<Reference> = {
  path: '/docs',
  load: async (api: Api) => referenceOf(await api.get<OpenApi>('/api-docs.json')),
  title: (_data, words) => words.docs.title,
  Body: Docs,
}

function Docs({ data }: BodyProps<Reference>) {
  const { words, link } = usePage()
  return (
    <section class="view docs">
      <h1>
        {words.docs.title} <small>{data.version}</small>
      </h1>
      <p class="lead">
        {words.docs.lead} <a href={link('/api-docs.json')}>{words.docs.machine}</a>
      </p>
      <div class="docs-columns">
        <Contents reference={data} />
        <div lang="en">
          {data.groups.map(({ name, operations }) => (
            <section key={name} class="docs-group">
              <h2 lang={words.language}>{words.docs.groups[name] ?? name}</h2>
              {operations.map((operation) => (
                <OperationPart key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
          <section class="docs-group">
            <h2 id="shapes" lang={words.language}>
              {words.docs.schemas}
            </h2>
            {data.shapes.map((shape) => (
              <ShapeTable key={shape.name} shape={shape} />
            ))}
          </section>
        </div>
      </div>
    </section>
  )
}

function Contents({ reference }: { readonly reference: Reference }) {
  const { words } = usePage()
  return (
    <nav class="docs-contents" aria-label={words.docs.contents}>
      {reference.groups.map(({ name, operations }) => (
        <div key={name}>
          <h2 class="label">{words.docs.groups[name] ?? name}</h2>
          <ul>
            {operations.map(({ id, path, summary }) => (
              <li key={id}>
                <a href={`#${id}`} title={summary}>
                  {path}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>
        <a href="#shapes">{words.docs.schemas}</a>
      </p>
    </nav>
  )
}

function ShapeTable({ shape }: { readonly shape: Shape }) {
  const { words } = usePage()
  const { name, description, extended, fields } = shape
  return (
    <details class="docs-more shape" id={shapeId(name)}>
      <summary>
        <code>{name}</code> <span>{description}</span>
      </summary>
      {extended !== null && (
        <p>
          <a href={`#${shapeId(extended)}`}>{extended}</a> {fields.length > 0 && '+'}
        </p>
      )}
      {fields.length > 0 && (
        <table class="docs-table">
          <Columns first={words.docs.field} />
          <tbody>
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row">
                  <code>{field.name}</code>
                </th>
                <td>
                  <Prose text={field.description} />
                </td>
                <td>
                  <TypeText type={field.type} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
