import { useEffect, useRef, useState } from 'preact/hooks'
import { chosenSpeed, heardOf, isHeardOut, rememberHeard, rememberSpeed } from '../navigation/heard.ts'
import { usePage } from '../page-context.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Shortest interval between two saves of the position, s. */
const STEP_SECONDS = 5

interface AudioPlayerProps {
  /** Id of the article, under which its position is remembered. */
  readonly id: number
  readonly url: string
  readonly label: string
}

/** Plays an article's recording, from the last position and at the last speed. */
export function AudioPlayer({ id, url, label }: AudioPlayerProps) {
  const { words } = usePage()
  const player = useRef<HTMLAudioElement>(null)
  const [speed, setSpeed] = useState(1)

  useEffect(() => {
    const audio = player.current
    if (audio === null) return
    setSpeed(chosenSpeed())
    let saved = 0
    const save = () => {
      if (!Number.isFinite(audio.duration) || audio.currentTime === 0) return
      saved = audio.currentTime
      rememberHeard({ id, position: saved, length: audio.duration })
    }
    const resume = () => {
      const heard = heardOf(id)
      if (heard !== undefined && !isHeardOut(heard)) audio.currentTime = heard.position
    }
    const onTime = () => Math.abs(audio.currentTime - saved) >= STEP_SECONDS && save()
    if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) resume()
    else audio.addEventListener('loadedmetadata', resume, { once: true })
    audio.addEventListener('timeupdate', onTime)
    audio.addEventListener('pause', save)
    addEventListener('pagehide', save)
    return () => {
      save()
      removeEventListener('pagehide', save)
    }
  }, [id, url])
  useEffect(() => {
    if (player.current === null) return
    player.current.defaultPlaybackRate = speed
    player.current.playbackRate = speed
  }, [speed])

  return (
    <div class="player">
      <audio ref={player} controls autoplay src={url} aria-label={label} />
      <label class="needs-scripts">
        {words.listen.speed}{' '}
        <select
          value={String(speed)}
          onChange={({ currentTarget }) => {
            rememberSpeed(Number(currentTarget.value))
            setSpeed(Number(currentTarget.value))
          }}
        >
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value.toLocaleString(words.locale)} ×
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
