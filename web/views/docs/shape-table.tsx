import { usePage } from '../../page-context.ts'
import { Prose } from './prose.tsx'
import type { Shape } from './reference.ts'
import { shapeId, TypeText } from './type-text.tsx'

/** The fields of a schema. */
export function ShapeTable({ shape }: { readonly shape: Shape }) {
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
          <thead lang={words.language}>
            <tr>
              <th scope="col">{words.docs.field}</th>
              <th scope="col">{words.docs.meaning}</th>
              <th scope="col">{words.docs.type}</th>
            </tr>
          </thead>
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
