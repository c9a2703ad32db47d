import { usePage } from '../../page-context.ts'
import type { Operation } from './reference.ts'
import { Prose, TypeText } from './texts.tsx'
import { TryIt } from './try-it.tsx'

/** One path: its description, parameters and responses, and a form to try it. */
export function OperationPart({ operation }: { readonly operation: Operation }) {
  const { words } = usePage()
  const { id, path, summary, description, parameters } = operation
  return (
    <article class="operation" id={id}>
      <h3>
        <code>
          <span class="operation-method">GET</span> {path}
        </code>
      </h3>
      <p class="operation-summary">{summary}</p>
      {description !== '' && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {parameters.length === 0 ? (
        <p class="docs-quiet" lang={words.language}>
          {words.docs.noParameters}
        </p>
      ) : (
        <Parameters operation={operation} />
      )}
      <Answers operation={operation} />
      <TryIt operation={operation} />
    </article>
  )
}

function Parameters({ operation }: { readonly operation: Operation }) {
  const { words } = usePage()
  const { known } = operation
  const own = operation.parameters.filter(({ name }) => known?.names.includes(name) !== true)
  return (
    <table class="docs-table">
      <caption class="visually-hidden" lang={words.language}>
        {words.docs.parameters}
      </caption>
      <Columns first={words.docs.parameter} />
      <tbody>
        {own.map(({ name, isRequired, description, type, preset }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired && <em lang={words.language}>{words.docs.required}</em>}
            </th>
            <td>
              <Prose text={description} />
            </td>
            <td>
              <TypeText type={type} />
              {preset !== '' && (
                <em>
                  <span lang={words.language}>{words.docs.default}</span> {preset}
                </em>
              )}
            </td>
          </tr>
        ))}
        {known !== null && (
          <tr>
            <td colSpan={3}>
              <span lang={words.language}>{words.docs.known}</span> <a href={`#${known.id}`}>{known.path}</a>:{' '}
              {known.names.map((name, at) => (
                <>
                  {at > 0 && ', '}
                  <code>{name}</code>
                </>
              ))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Answers({ operation: { answers } }: { readonly operation: Operation }) {
  const { words } = usePage()
  return (
    <details class="docs-more">
      <summary lang={words.language}>
        {words.docs.answers} <span>{answers.map(({ status }) => status).join(' · ')}</span>
      </summary>
      <table class="docs-table">
        <Columns first={words.docs.status} />
        <tbody>
          {answers.map(({ status, description, mimeType, type }) => (
            <tr key={status}>
              <th scope="row">
                <code>{status}</code>
              </th>
              <td>
                <Prose text={description} />
              </td>
              <td>
                <TypeText type={type} />
                {mimeType !== '' && <em>{mimeType}</em>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The headings of a table: name, meaning and type. */
export function Columns({ first }: { readonly first: string }) {
  const { words } = usePage()
  return (
    <thead lang={words.language}>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">{words.docs.meaning}</th>
        <th scope="col">{words.docs.type}</th>
      </tr>
    </thead>
  )
}
