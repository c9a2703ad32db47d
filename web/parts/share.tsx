import { useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'

interface ShareProps {
  /** Below the service's path. */
  readonly address: string
  readonly title: string
}

/** Copies a view's address, or opens the system's share sheet if there is one. */
export function Share({ address, title }: ShareProps) {
  const { words, baseUrl, isLive } = usePage()
  const [isCopied, setCopied] = useState(false)
  const url = baseUrl + address
  return (
    <span class="needs-scripts share">
      <button
        type="button"
        class="plain-button"
        onClick={() => void navigator.clipboard?.writeText(url).then(() => setCopied(true))}
      >
        {words.share.copy}
      </button>
      {isLive && typeof navigator.share === 'function' && (
        <button
          type="button"
          class="plain-button"
          // Rejected if the reader closes the sheet.
          onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
        >
          {words.share.share}
        </button>
      )}
      <span role="status">{isCopied && words.share.copied}</span>
    </span>
  )
}
