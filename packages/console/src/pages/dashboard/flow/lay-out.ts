import type { Flow } from '@tollgate/contract'

export const FLOW_MEASURES = ['quota', 'requests'] as const
export type FlowMeasure = (typeof FLOW_MEASURES)[number]

type FlowNode = Flow['columns'][number]['nodes'][number]

export interface PlacedNode extends FlowNode {
  column: number
  place: number
  value: number
  top: number
  /** Of the slot, in which a label fits. */
  height: number
  /** Of the bar, by its value. */
  bar: number
}

interface Ribbon {
  from: PlacedNode
  to: PlacedNode
  value: number
  path: string
}

/** The whole of a column, without the space that labels need. */
const WHOLE = 200
/** Also the least size of something to click. */
const SLOT = 24
const GAP = 3
const THINNEST = 1
/** The width that paths are drawn for; the picture is stretched. */
export const WIDTH = 1000
const BAR_WIDTH = 6

const flowing = ([, , requests, quota]: Flow['links'][number][number], measure: FlowMeasure) =>
  measure === 'quota' ? quota : requests

/** Places the nodes of each column below each other, and ribbons between them, as wide as their share of the whole. */
export function layOutFlow(flow: Flow, measure: FlowMeasure) {
  const whole = Math.max(...flow.columns.map(({ nodes }) => nodes.reduce((sum, node) => sum + node[measure], 0)), 1)
  const scaled = (value: number) => (value / whole) * WHOLE
  const columns = flow.columns.map(({ nodes }, column) => {
    let top = 0
    return nodes.map((node, place): PlacedNode => {
      const bar = Math.max(scaled(node[measure]), THINNEST)
      const placed = { ...node, column, place, value: node[measure], top, height: Math.max(bar, SLOT), bar }
      top += placed.height + GAP
      return placed
    })
  })
  const ribbons: Ribbon[] = []
  flow.links.forEach((links, column) => {
    const [left, right] = [new Map<number, number>(), new Map<number, number>()]
    for (const link of links) {
      const [from, to] = [columns[column]?.[link[0]], columns[column + 1]?.[link[1]]]
      const value = flowing(link, measure)
      if (!from || !to || value <= 0) continue
      const [start, end] = [left.get(link[0]) ?? from.top, right.get(link[1]) ?? to.top]
      const width = scaled(value)
      left.set(link[0], start + width)
      right.set(link[1], end + width)
      ribbons.push({ from, to, value, path: ribbonPath(column, columns.length, { start, end, width }) })
    }
  })
  const height = Math.max(...columns.map(nodes => (nodes.at(-1)?.top ?? 0) + (nodes.at(-1)?.height ?? 0)), SLOT)
  return { nodes: columns.flat(), ribbons, height }
}

function ribbonPath(column: number, columns: number, { start, end, width }: Record<'start' | 'end' | 'width', number>) {
  const [from, to] = [(column / columns) * WIDTH + BAR_WIDTH, ((column + 1) / columns) * WIDTH]
  const middle = (from + to) / 2
  const at = (number: number) => Math.round(number * 10) / 10
  return [
    `M${at(from)} ${at(start)}C${at(middle)} ${at(start)} ${at(middle)} ${at(end)} ${at(to)} ${at(end)}`,
    `V${at(end + width)}`,
    `C${at(middle)} ${at(end + width)} ${at(middle)} ${at(start + width)} ${at(from)} ${at(start + width)}Z`,
  ].join('')
}
