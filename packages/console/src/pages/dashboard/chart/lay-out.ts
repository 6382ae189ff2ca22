import { nice, ticks } from 'd3-array'

export interface ChartLine {
  name: string
  color: string
  /** One for each time. */
  values: readonly number[]
}

interface Size {
  width: number
  height: number
}

/** Approximate width of a letter on the axes. */
const LETTER_WIDTH = 7
const GAP = 8
/** Room for the marks. */
const TOP = 20
/** Room for the time labels. */
const BOTTOM = 24
const LEVELS = 5
const WIDEST_BAR = 40
/** The bar's share of its slot's width. */
const BAR_SHARE = 0.8

/**
 * The layout of a stacked bar chart, in pixels.
 * @param short formats an amount for the axis
 */
export function layOut(
  times: readonly string[],
  lines: readonly ChartLine[],
  { width, height }: Size,
  short: (value: number) => string,
) {
  const sums = times.map((_, place) => lines.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const [, highest] = nice(0, Math.max(0, ...sums) || 1, LEVELS)
  const y = (value: number) => rounded(height - BOTTOM - ((height - TOP - BOTTOM) * value) / highest)
  const levels = ticks(0, highest, LEVELS).map(value => ({ text: short(value), y: y(value) }))
  const left = 2 * GAP + widest(levels.map(({ text }) => text))
  const right = width - GAP
  const step = Math.max(0, right - left) / Math.max(1, times.length)
  const middle = (place: number) => rounded(left + (place + 0.5) * step)
  const bar = rounded(Math.min(WIDEST_BAR, step * BAR_SHARE))

  const bottoms = times.map(() => 0)
  const bars = lines.map(({ values }) =>
    values
      .map((value, place) => {
        const from = bottoms[place] ?? 0
        if (value <= 0) return ''
        bottoms[place] = from + value
        return `M${rounded(middle(place) - bar / 2)} ${y(from)}h${bar}V${y(from + value)}h${-bar}z`
      })
      .join(''),
  )

  const labelWidth = widest(times)
  const every = Math.max(1, Math.ceil((labelWidth + 2 * GAP) / (step || 1)))
  const labels = times
    .map((text, place) => ({ text, x: middle(place) }))
    .filter(({ x }, place) => place % every === 0 && x + labelWidth / 2 <= width)

  return {
    levels,
    left,
    right,
    step,
    top: TOP,
    bottom: height - BOTTOM,
    middle,
    /** The SVG path of each line's bars. */
    bars,
    labels,
    /** The position above the bars of a time. */
    above: (place: number) => y(sums[place] ?? 0) - GAP / 2,
    /** The index of the time at `x`; undefined: none. */
    placeAt: (x: number) => {
      const place = Math.floor((x - left) / step)
      return place >= 0 && place < times.length ? place : undefined
    },
  }
}

const widest = (texts: readonly string[]): number => LETTER_WIDTH * Math.max(0, ...texts.map(({ length }) => length))

/** Smaller fractions of a pixel are invisible. */
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10
