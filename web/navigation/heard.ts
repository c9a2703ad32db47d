import { hasNumbers, isNumber, readStored, writeStored } from './stored.ts'

const KEY = 'digest-heard'
const SPEED_KEY = 'digest-speed'

/** Recordings whose position is remembered, the latest ones. */
const MAX_REMEMBERED = 200

/** This close to its end, s, a recording restarts. */
const END_SECONDS = 15

/** Position of a recording, s. */
export interface Heard {
  readonly id: number
  readonly position: number
  readonly length: number
}

const isHeard = (value: unknown): value is Heard[] =>
  Array.isArray(value) && value.every((one: unknown) => hasNumbers(one, 'id', 'position', 'length'))

/** Position of an article's recording in this browser; `undefined` if it was never played. */
export function heardOf(id: number): Heard | undefined {
  return readStored(KEY, isHeard, []).find((one) => one.id === id)
}

export function rememberHeard(heard: Heard): void {
  const others = readStored(KEY, isHeard, []).filter(({ id }) => id !== heard.id)
  writeStored(KEY, [...others, heard].slice(-MAX_REMEMBERED))
}

export function isHeardOut({ position, length }: Heard): boolean {
  return position > length - END_SECONDS
}

export function chosenSpeed(): number {
  return readStored(SPEED_KEY, isNumber, 1)
}

export function rememberSpeed(speed: number): void {
  writeStored(SPEED_KEY, speed)
}
