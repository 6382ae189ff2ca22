import { TIME_UNITS } from '@tollgate/contract'
import { Segmented } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { AskedRange } from '../../components/asked-range.tsx'
import { ChannelsFilter } from '../../components/channels-filter.tsx'
import { FilterBar } from '../../components/data-table/index.ts'
import { NamesFilter } from '../../components/names-filter.tsx'
import { ScopeFilter } from '../../components/scope-filter.tsx'
import { useMay } from '../../session/user.ts'
import type { DashboardFilters, View } from './api.ts'
import styles from './dashboard.module.css'
import { fits, PERIODS, type Period, UNIT_OF } from './period.ts'

/** Each takes several names. */
const NAMES = ['group', 'model_name'] as const
const ADMIN_NAMES = ['username', ...NAMES] as const

/** Time range, unit of time, and whose calls. */
export function DashboardFilterBar({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const isAdmin = useMay('logs')
  return (
    <FilterBar list={list}>
      {[
        <Segmented
          key="last"
          className={styles.spans}
          aria-label={t('dashboard.last')}
          value={view.period ?? ''}
          onChange={period =>
            list.setFilters({
              last: period,
              unit: UNIT_OF[period as Period] ?? view.unit,
              start_timestamp: '',
              end_timestamp: '',
            })
          }
          options={PERIODS.map(period => ({
            value: period as string,
            label: t(`dashboard.spans.${period}`),
            disabled: !fits(period, view.unit),
          }))}
        />,
        <Segmented
          key="unit"
          className={styles.spans}
          aria-label={t('dashboard.unit')}
          value={view.unit}
          onChange={unit => list.setFilters({ unit })}
          options={TIME_UNITS.map(value => ({ value, label: t(`dashboard.units.${value}`) }))}
        />,
        <AskedRange
          key="range"
          format="YYYY-MM-DD"
          style={{ flex: '0 0 248px' }}
          value={view.period === null ? [dayjs.unix(view.from), dayjs.unix(view.to)] : [null, null]}
          maxDate={dayjs()}
          placeholder={[t('dashboard.range.from'), t('dashboard.range.to')]}
          onChange={range =>
            list.setFilters({
              last: '',
              start_timestamp: range?.[0] ? String(range[0].startOf('day').unix()) : '',
              end_timestamp: range?.[1] ? String(range[1].endOf('day').unix()) : '',
            })
          }
        />,
        <ScopeFilter
          key="scope"
          filters={list.filters}
          chosen={isAdmin && !view.isOfAll ? 'mine' : ''}
          onChange={(scope, own) => list.setFilters({ ...scope, scope: own })}
          own={
            isAdmin
              ? [
                  { value: '', label: t('dashboard.scopes.all') },
                  { value: 'mine', label: t('dashboard.scopes.mine') },
                ]
              : [{ value: '', label: t('components.scope.own') }]
          }
        />,
        ...(view.isOfAll ? ADMIN_NAMES : NAMES).map(name => (
          <NamesFilter
            key={name}
            name={name}
            label={t(`dashboard.filters.${name}`)}
            value={list.filters[name]}
            onChange={values => list.setFilters({ [name]: values })}
          />
        )),
        view.isOfAll && (
          <ChannelsFilter
            key="channel"
            value={list.filters.channel}
            onChange={channels => list.setFilters({ channel: channels })}
          />
        ),
      ]}
    </FilterBar>
  )
}
