import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../../config/config.ts'
import { journalStream } from '../../config/environment.ts'
import { codeOf } from '../../model/errors.ts'
import { BOLD, FAINT, colouring, type Style } from '../terminal-text.ts'
import { printable } from '../terminal.ts'

const STDERR = 2

/** Logs to stderr: readable lines on a terminal, otherwise JSON; for systemd's journal with priorities. */
export function openLog(level: LogLevel): Logger {
  const stderr = linesInto(STDERR)
  const { dev, ino } = fstatSync(STDERR)
  const isJournal = journalStream() === `${dev}:${ino}`
  const form = isatty(STDERR) ? readable : isJournal && withPriority
  return pino({ level, base: null }, form ? form((line) => stderr.write(line)) : stderr)
}

/** The journal's priorities by pino level (sd-daemon(3)). */
const PRIORITIES: Readonly<Record<number, number>> = { 20: 7, 30: 6, 40: 4, 50: 3 }

function withPriority(write: (line: string) => unknown): DestinationStream {
  return { write: (json) => write(`<${PRIORITIES[(JSON.parse(json) as LogRecord).level] ?? 6}>${json}`) }
}

/** Interval of attempts to write to a full pipe. */
const FULL_PIPE_MS = 10

/**
 * Writes each line synchronously. A line that cannot be written is dropped silently: a full disk must not end or block
 * the service. On a full pipe it waits.
 *
 * @param fd a file descriptor
 */
function linesInto(fd: number): DestinationStream {
  return {
    write(line) {
      let rest = Buffer.from(line)
      while (rest.length > 0) {
        try {
          rest = rest.subarray(writeSync(fd, rest))
        } catch (cause) {
          if (codeOf(cause) !== 'EAGAIN') return
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_MS)
        }
      }
    },
  }
}

/** Formats JSON lines as `[12:34:56.789] INFO: message`, in local time, as pino-pretty does. */
export function readable(write: (line: string) => unknown): DestinationStream {
  const paint = colouring(true)
  return {
    write(json) {
      const { level, time, msg, err, ...rest } = JSON.parse(json) as LogRecord // pino wrote it
      const name = pino.levels.labels[level]?.toUpperCase() ?? String(level)
      const at = paint.style(`[${clockOf(time)}]`, FAINT)
      const details = [
        ...(err?.stack ?? '').split('\n').filter((line) => line !== ''),
        ...Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
      ]
      const text = printable(msg ?? err?.message ?? '')
      const lines = [
        `${at} ${paint.style(name, styleOf(level))}: ${text}`,
        ...details.map((line) => `    ${printable(line)}`),
      ]
      write(`${lines.join('\n')}\n`)
    },
  }
}

interface LogRecord {
  readonly level: number
  /** Epoch ms. */
  readonly time: number
  readonly msg?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [more: string]: unknown
}

/** Level numbers of pino. */
const ERROR = 50
const WARN = 40

const RED: Style = [31, 39]
const YELLOW: Style = [33, 39]

function styleOf(level: number): Style {
  if (level >= ERROR) return RED
  return level >= WARN ? YELLOW : BOLD
}

/** Local time of day: `12:34:56.789`. */
function clockOf(time: number): string {
  const date = new Date(time)
  const two = (number: number): string => String(number).padStart(2, '0')
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
