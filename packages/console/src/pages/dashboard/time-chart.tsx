import { theme } from 'antd'
import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import styles from './dashboard.module.css'

echarts.use([BarChart, GridComponent, TooltipComponent, SVGRenderer])

export interface ChartLine {
  name: string
  color: string
  values: readonly number[]
}

interface TimeChartProps {
  /** Says what it shows, to those who do not see it. */
  label: string
  times: readonly string[]
  lines: readonly ChartLine[]
  short: (value: number) => string
  exact: (value: number) => string
  total: string
  /** Places of times with something unusual. */
  marked: ReadonlySet<number>
  /** A bar was clicked: the place of its time, and which line. */
  onOpen: (time: number, line: number) => void
}

/** More lines of one time than these are not read. */
const TOOLTIP_LINES = 12
/** The series of marks: no model's name begins like this. */
const MARKS = '\u0000marks'

/** Stacked bars over time. */
export default function TimeChart({ label, times, lines, short, exact, total, marked, onOpen }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<echarts.ECharts>(null)
  const { token } = theme.useToken()

  useEffect(() => {
    if (!box.current) return
    const made = echarts.init(box.current, null, { renderer: 'svg' })
    chart.current = made
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(box.current)
    return () => {
      watcher.disconnect()
      made.dispose()
    }
  }, [])

  useEffect(() => {
    const line = { lineStyle: { color: token.colorBorderSecondary } }
    const text = { color: token.colorTextTertiary, fontFamily: token.fontFamily, fontSize: 12 }
    /** On top of the bars, as high as nothing. */
    const marks = {
      name: MARKS,
      type: 'bar' as const,
      stack: 'all',
      silent: true,
      data: times.map((_, place) => (marked.has(place) ? { value: 0, label: { show: true } } : 0)),
      label: { show: false, position: 'top' as const, formatter: '▲', color: token.colorWarning, fontSize: 13 },
    }
    chart.current?.setOption(
      {
        animation: token.motion,
        animationDuration: 200,
        grid: { left: 8, right: 8, top: 20, bottom: 4, containLabel: true },
        xAxis: {
          type: 'category',
          data: [...times],
          axisLabel: { ...text, hideOverlap: true },
          axisTick: { show: false },
          axisLine: line,
        },
        yAxis: { type: 'value', axisLabel: { ...text, formatter: short }, splitLine: line },
        tooltip: {
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          confine: true,
          backgroundColor: token.colorBgElevated,
          borderColor: token.colorBorder,
          textStyle: { color: token.colorText, fontSize: 12, fontFamily: token.fontFamily },
          formatter: (hovered: unknown) => tooltipOf(hovered as Hovered[], { exact, total }),
        },
        series: [
          ...lines.map(({ name, color, values }) => ({
            name,
            type: 'bar',
            stack: 'all',
            barMaxWidth: 40,
            itemStyle: { color },
            emphasis: { disabled: true },
            data: [...values],
          })),
          marks,
        ],
      },
      { replaceMerge: ['series'] },
    )
  }, [times, lines, short, exact, total, marked, token])

  useEffect(() => {
    const open = ({ dataIndex, seriesIndex = 0 }: { dataIndex: number; seriesIndex?: number }) =>
      onOpen(dataIndex, seriesIndex)
    const drawn = chart.current
    drawn?.on('click', open as never)
    return () => {
      if (!drawn?.isDisposed()) drawn?.off('click', open)
    }
  }, [onOpen])

  return <div ref={box} role="img" aria-label={label} className={styles.chart} />
}

interface Hovered {
  axisValueLabel: string
  seriesName: string
  value: number
  color: string
}

/** Exact numbers, most first. An element, because names are anybody's text. */
function tooltipOf(
  hovered: readonly Hovered[],
  { exact, total }: Pick<TimeChartProps, 'exact' | 'total'>,
): HTMLElement {
  const list = document.createElement('div')
  list.className = styles.tooltip ?? ''
  const add = (words: string, value: string, color?: string) => {
    const line = list.appendChild(document.createElement('div'))
    const name = line.appendChild(document.createElement('span'))
    name.textContent = words
    if (color) name.style.setProperty('--dot', color)
    line.appendChild(document.createElement('b')).textContent = value
  }
  add(hovered[0]?.axisValueLabel ?? '', '')
  const said = hovered.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value)
  for (const { seriesName, value, color } of said.slice(0, TOOLTIP_LINES)) add(seriesName, exact(value), color)
  add(total, exact(said.reduce((sum, { value }) => sum + value, 0)))
  return list
}
