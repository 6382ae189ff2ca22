import type { Flow } from '@tollgate/contract'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../lib/join-words.ts'
import type { DashboardFilters, View } from '../api.ts'
import { colorsOf } from '../colors.ts'
import styles from './flow.module.css'
import { type FlowMeasure, layOutFlow, type PlacedNode, WIDTH } from './lay-out.ts'
import { useFlowWords } from './use-flow-words.ts'

interface FlowPictureProps {
  flow: Flow
  measure: FlowMeasure
  list: DashboardFilters
  view: View
}

/** Columns of nodes, each a button that filters the page, with ribbons between them as wide as what flows there. */
export function FlowPicture({ flow, measure, list, view }: FlowPictureProps) {
  const { t } = useTranslation()
  const words = useFlowWords(list, view)
  const [hot, setHot] = useState<string>()
  const { nodes, ribbons, height } = useMemo(() => layOutFlow(flow, measure), [flow, measure])
  const colors = useMemo(() => flow.columns.map(({ nodes }) => colorsOf(nodes.map(nameToColor))), [flow])
  const colorOf = ({ column, place }: PlacedNode) => colors[column]?.[place]
  const keyOf = ({ column, place }: PlacedNode) => `${column} ${place}`
  const columns = flow.columns.length
  return (
    <>
      <div className={styles.heads} style={{ '--columns': columns } as CSSProperties} aria-hidden="true">
        {flow.columns.map(({ by }) => (
          <span key={by}>{t(`dashboard.flow.columns.${by}`)}</span>
        ))}
      </div>
      <div className={styles.picture} style={{ height }}>
        <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {ribbons.map(({ from, to, path }) => (
            <path
              key={`${keyOf(from)} ${keyOf(to)}`}
              d={path}
              fill={colorOf(from)}
              className={hot === keyOf(from) || hot === keyOf(to) ? styles.hot : undefined}
            />
          ))}
        </svg>
        {flow.columns.map(({ by }, column) => (
          <ul key={by} aria-label={t(`dashboard.flow.columns.${by}`)}>
            {nodes
              .filter(node => node.column === column)
              .map(node => {
                const name = words.nameOf(by, node)
                const amount = words.amount(node.value, measure)
                const filter = words.filterOf(by, node)
                const label = (
                  <>
                    <i style={{ height: node.bar, background: colorOf(node) }} />
                    <span>
                      {name} <small>{amount}</small>
                    </span>
                  </>
                )
                const shared = {
                  title: labelled(name, amount),
                  onPointerEnter: () => setHot(keyOf(node)),
                  onPointerLeave: () => setHot(undefined),
                }
                return (
                  <li
                    key={keyOf(node)}
                    style={{
                      top: node.top,
                      height: node.height,
                      left: `${(column / columns) * 100}%`,
                      width: `${100 / columns}%`,
                    }}
                  >
                    {filter ? (
                      <button
                        type="button"
                        aria-pressed={words.isFiltered(filter)}
                        onClick={() => words.toggle(filter)}
                        onFocus={() => setHot(keyOf(node))}
                        onBlur={() => setHot(undefined)}
                        {...shared}
                      >
                        {label}
                      </button>
                    ) : (
                      <div {...shared}>{label}</div>
                    )}
                  </li>
                )
              })}
          </ul>
        ))}
      </div>
    </>
  )
}

const nameToColor = ({ id, name, others }: Flow['columns'][number]['nodes'][number]) =>
  others > 0 ? null : name || String(id)
