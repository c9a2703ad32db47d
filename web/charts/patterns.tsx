/** How many series can be distinguished by their pattern alone. */
export const PATTERN_COUNT = 8

/** Side of a pattern's tile, px. */
const TILE = 8

/** The drawing over the colour of a series. The first series has none. */
const PATTERNS: readonly (string | undefined)[] = [
  undefined,
  'M-2 2 2-2M0 8 8 0M6 10 10 6',
  'M2 2h.01M6 6h.01',
  'M0 2H8M0 6H8',
  'M0 0 8 8M8 0 0 8',
  'M2 0V8M6 0V8',
  'M-2 6 2 10M0 0 8 8M6-2 10 2',
  'M0 4H4M4 0V4M4 4V8M4 4H8',
]

/** Fills for `PATTERN_COUNT` series. Each has a colour and a pattern, since some readers cannot tell the colours. */
export function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {PATTERNS.map((shape, at) => (
        <pattern id={patternId(id, at)} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
          <rect class={`chart-colour-${at + 1}`} width={TILE} height={TILE} />
          {shape !== undefined && <path class="chart-mark" d={shape} />}
        </pattern>
      ))}
    </defs>
  )
}

/** The `fill` of the series at `at`. After the last pattern comes the first again. */
export function patternFill(id: string, at: number): string {
  return `url(#${patternId(id, at % PATTERN_COUNT)})`
}

function patternId(id: string, at: number): string {
  return `${id}-pattern-${at + 1}`
}
