import type { TimeUnit, Usage } from '@tollgate/contract'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { type DashboardFilters, useUnusual, type View } from './api.ts'
import { TimeChart } from './chart/time-chart.tsx'
import { colorsOf } from './colors.ts'
import styles from './dashboard.module.css'
import { hoursOf, marksOf } from './marks.ts'
import { type Line, linesOf, MEASURES, type Measure } from './series.ts'
import { ToRows } from './to-rows.tsx'
import { UnusualList } from './unusual-hours.tsx'
import { useLogLink } from './use-log-link.ts'
import { timeWords, useAmounts } from './use-words.ts'

const VIEWS = ['chart', 'table'] as const

interface UsagePanelProps {
  usage: Usage
  unit: TimeUnit
  list: DashboardFilters
  view: View
}

/** Usage over time by model, as a chart and as a table of the same numbers. */
export function UsagePanel({ usage, unit, list, view: chosen }: UsagePanelProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const logLink = useLogLink(list, chosen)
  const { data: unusual } = useUnusual(list, chosen)
  const amounts = useAmounts()
  const [measure, setMeasure] = useState<Measure>('quota')
  const [view, setView] = useState<(typeof VIEWS)[number]>('chart')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => linesOf(usage, measure), [usage, measure])
  const colors = useMemo(() => colorsOf(lines.map(({ model }) => model)), [lines])
  const nameOf = ({ model, count }: Line) =>
    model ?? (count > 1 ? t('dashboard.chart.rest', { count }) : t('dashboard.chart.unnamed'))
  const times = usage.times.map(time => timeWords(time, unit))
  const named = lines.map((line, place) => ({ ...line, name: nameOf(line), color: colors[place] ?? '' }))
  const shown = named.filter(({ name }) => !hidden.has(name))
  const toggle = (name: string) =>
    setHidden(hidden.has(name) ? new Set([...hidden].filter(one => one !== name)) : new Set([...hidden, name]))
  const exact = (value: number) => amounts.exact(value, measure)
  const sumAt = (place: number) => named.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
  const hours = useMemo(() => hoursOf(unusual?.hours ?? [], measure), [unusual, measure])
  const marked = useMemo(() => marksOf(hours, usage), [hours, usage])
  /** The rows of a time, or of a model in it; no filter finds those of the rest. */
  const rowsAt = (place: number, model?: string | null) =>
    model === null || model === ''
      ? undefined
      : logLink({
          from: usage.times[place] ?? usage.from,
          to: usage.times[place + 1] ?? usage.to,
          ...(model && { model }),
        })
  const open = (place: number, line: number) => {
    const to = rowsAt(place, shown[line]?.model ?? null)
    if (to) navigate(to)
  }

  return (
    <Panel
      title={t('dashboard.chart.title')}
      aside={
        <div className={styles.choices}>
          <Segmented
            size="small"
            aria-label={t('dashboard.chart.measure')}
            value={measure}
            onChange={setMeasure}
            options={MEASURES.map(value => ({ value, label: t(`dashboard.figures.${value}`) }))}
          />
          <Segmented
            size="small"
            aria-label={t('dashboard.chart.view')}
            value={view}
            onChange={setView}
            options={VIEWS.map(value => ({ value, label: t(`dashboard.chart.views.${value}`) }))}
          />
        </div>
      }
    >
      {view === 'chart' ? (
        <>
          <TimeChart
            label={t('dashboard.chart.label', { measure: t(`dashboard.figures.${measure}`) })}
            times={times}
            lines={shown}
            short={value => amounts.short(value, measure)}
            exact={exact}
            total={t('dashboard.chart.total')}
            marked={marked}
            onOpen={open}
          />
          <ul className={styles.legend}>
            {named.map(({ name, color, total }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={!hidden.has(name)}
                  title={t(hidden.has(name) ? 'dashboard.chart.show' : 'dashboard.chart.hide', { name })}
                  style={{ '--dot': color } as React.CSSProperties}
                  onClick={() => toggle(name)}
                >
                  <span>{name}</span> <b>{amounts.short(total, measure)}</b>
                </button>
              </li>
            ))}
          </ul>
          {hours.length > 0 && <UnusualList hours={hours} list={list} view={chosen} />}
        </>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <div className={styles.scroll} tabIndex={0}>
          <table className={styles.numbers} aria-label={t('dashboard.chart.title')}>
            <thead>
              <tr>
                <th scope="col">{t('dashboard.chart.time')}</th>
                {named.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">{t('dashboard.chart.total')}</th>
              </tr>
            </thead>
            <tbody>
              {times.map((time, place) => (
                <tr key={usage.times[place]}>
                  <th scope="row">{time}</th>
                  {named.map(({ name, model, values }) => (
                    <td key={name}>
                      {values[place] ? <ToRows to={rowsAt(place, model)}>{exact(values[place])}</ToRows> : '–'}
                    </td>
                  ))}
                  <td>{sumAt(place) === 0 ? '–' : <ToRows to={rowsAt(place)}>{exact(sumAt(place))}</ToRows>}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('dashboard.chart.total')}</th>
                {named.map(({ name, total }) => (
                  <td key={name}>{exact(total)}</td>
                ))}
                <td>{exact(named.reduce((sum, { total }) => sum + total, 0))}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Panel>
  )
}
