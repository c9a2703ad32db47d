import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'

/** Says that the connection is gone, while it is. */
export function OfflineNote() {
  const { words } = usePage()
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return (
    <div class="offline" role="status">
      {isOffline && (
        <p>
          <strong>{words.trouble.offlineNow}</strong> {words.trouble.offlineTry}
        </p>
      )}
    </div>
  )
}
