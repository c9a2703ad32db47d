import { useState } from 'preact/hooks'
import { askAnything, type AnyAnswer } from '../../api/ask-anything.ts'
import { bytesText, countText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import type { Operation, Parameter } from './reference.ts'

/** Characters of a response that are shown: browsers become slow at about a megabyte. */
const SHOWN = 20_000

/**
 * A form that sends a request to this service. Without scripts it is a link, since a form would send empty parameters.
 */
export function TryIt({ operation }: { readonly operation: Operation }) {
  const { words, isLive, prefix } = usePage()
  const needsMore = operation.parameters.some(({ isRequired }) => isRequired)
  return (
    <details class="docs-more try" lang={words.language}>
      <summary>{words.docs.try}</summary>
      {isLive ? (
        <TryForm operation={operation} />
      ) : (
        !needsMore && (
          <p>
            <a href={prefix + operation.path}>{words.docs.open}</a>
          </p>
        )
      )}
    </details>
  )
}

type Outcome =
  | { readonly kind: 'nothing' | 'waiting' | 'failed' }
  | { readonly kind: 'answer'; readonly answer: AnyAnswer }

function TryForm({ operation: { id, path, parameters } }: { readonly operation: Operation }) {
  const { words, prefix, baseUrl } = usePage()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'nothing' })
  const address = tryAddress(path, parameters, values)

  const send = async () => {
    setOutcome({ kind: 'waiting' })
    const answer = await askAnything(prefix + address)
    setOutcome(answer === undefined ? { kind: 'failed' } : { kind: 'answer', answer })
  }
  return (
    <form
      class="try-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onInput={(event) => {
        const field = event.target
        if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
        const { name, value } = field
        setValues((before) => ({ ...before, [name]: value }))
      }}
    >
      {parameters.length > 0 && (
        <div class="try-fields">
          {parameters.map((parameter) => (
            <label key={parameter.name} htmlFor={`${id}-${parameter.name}`}>
              <code>{parameter.name}</code>
              <FieldInput id={`${id}-${parameter.name}`} parameter={parameter} />
            </label>
          ))}
        </div>
      )}
      <p class="try-address">
        <code>
          curl "{baseUrl}
          {address}"
        </code>
      </p>
      <p class="try-actions">
        <button type="submit">{words.docs.send}</button>
        <a href={prefix + address} target="_blank" rel="noreferrer">
          {words.docs.open}
        </a>
      </p>
      <div aria-live="polite">
        {outcome.kind === 'waiting' && <p>{words.docs.sending}</p>}
        {outcome.kind === 'failed' && <p>{words.docs.failed}</p>}
        {outcome.kind === 'answer' && <ShownAnswer answer={outcome.answer} />}
      </div>
    </form>
  )
}

function FieldInput({ id, parameter }: { readonly id: string; readonly parameter: Parameter }) {
  const { name, choices, isRequired, isNumber, preset } = parameter
  if (choices.length > 0) {
    return (
      <select id={id} name={name} required={isRequired}>
        <option value="">{preset}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      id={id}
      name={name}
      required={isRequired}
      placeholder={preset}
      inputMode={isNumber ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck={false}
    />
  )
}

function ShownAnswer({ answer }: { readonly answer: AnyAnswer }) {
  const { words } = usePage()
  const { status, headers, text, bytes, tookMs } = answer
  const took = words.docs.took(countText(Math.round(tookMs), words), bytesText(bytes, words))
  return (
    <section class="try-answer" aria-label={words.docs.answer}>
      <p>
        <strong class={status < 400 ? 'status-ok' : 'status-failing'}>{status}</strong> {took}
      </p>
      {/* Scrollable, so it must be focusable by keyboard. */}
      <pre tabIndex={0}>
        {headers.map(([name, value]) => `${name}: ${value}\n`).join('')}
        {'\n'}
        {text.slice(0, SHOWN)}
      </pre>
      {text.length > SHOWN && <p>{words.docs.cutAnswer}</p>}
    </section>
  )
}

/**
 * The address that a form requests, with parameters in the order of the OpenAPI document. Empty ones are omitted, since
 * the API refuses them.
 *
 * @param values by parameter name
 */
export function tryAddress(
  path: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string {
  const given = parameters.flatMap(({ name, location }) => {
    const value = values[name]?.trim() ?? ''
    return value === '' ? [] : [{ name, location, value }]
  })
  const filled = given
    .filter(({ location }) => location === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)), path)
  const query = given
    .filter(({ location }) => location === 'query')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}
