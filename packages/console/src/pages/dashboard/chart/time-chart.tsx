import { type MouseEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ChartTip } from './chart-tip.tsx'
import { type ChartLine, layOut } from './lay-out.ts'
import styles from './time-chart.module.css'

interface TimeChartProps {
  /** Description for screen readers. */
  label: string
  times: readonly string[]
  lines: readonly ChartLine[]
  short: (value: number) => string
  exact: (value: number) => string
  total: string
  /** Indexes of times with something unusual. */
  marked: ReadonlySet<number>
  /** Called when a bar is clicked, with the indexes of its time and line. */
  onOpen: (time: number, line: number) => void
}

/** Stacked bars over time. The table beside it has the same information as text. */
export function TimeChart({ label, times, lines, short, exact, total, marked, onOpen }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [pointed, setPointed] = useState<number>()
  const layout = useMemo(() => layOut(times, lines, size, short), [times, lines, size, short])
  const { levels, left, right, step, top, bottom, middle, bars, labels, above, placeAt } = layout

  useLayoutEffect(() => {
    if (!box.current) return
    const watcher = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])

  const placeOf = ({ clientX }: MouseEvent) => placeAt(clientX - (box.current?.getBoundingClientRect().left ?? 0))
  // A touch ends as soon as it begins.
  const leave = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setPointed(undefined)
  const open = (event: MouseEvent, line: number) => {
    const place = placeOf(event)
    if (place !== undefined) onOpen(place, line)
  }

  return (
    <div
      ref={box}
      className={styles.chart}
      onPointerMove={event => setPointed(placeOf(event))}
      onPointerDown={event => setPointed(placeOf(event))}
      onPointerLeave={leave}
    >
      <svg role="img" aria-label={label} width={size.width} height={size.height}>
        {pointed !== undefined && (
          <rect className={styles.pointed} x={left + pointed * step} y={top} width={step} height={bottom - top} />
        )}
        {levels.map(({ text, y }) => (
          <g key={y}>
            <line x1={left} x2={right} y1={y} y2={y} />
            <text x={left - 8} y={y} dy="0.35em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {labels.map(({ text, x }) => (
          <text key={x} x={x} y={bottom + 18} textAnchor="middle">
            {text}
          </text>
        ))}
        <g className={styles.bars}>
          {lines.map(({ name, color }, line) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: what the keyboard opens are the links of the table
            <path key={name} d={bars[line]} fill={color} onClick={event => open(event, line)} />
          ))}
        </g>
        {[...marked].map(place => (
          <text key={place} className={styles.mark} x={middle(place)} y={above(place)} textAnchor="middle">
            ▲
          </text>
        ))}
      </svg>
      {pointed !== undefined && pointed < times.length && (
        <ChartTip
          at={middle(pointed)}
          width={size.width}
          time={times[pointed] ?? ''}
          values={lines.map(({ name, color, values }) => ({ name, color, value: values[pointed] ?? 0 }))}
          exact={exact}
          total={total}
        />
      )}
    </div>
  )
}
