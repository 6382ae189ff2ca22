import type { UseQueryResult } from '@tanstack/react-query'
import type { Page } from '@tollgate/contract'
import { PAGE_SIZES } from '@tollgate/contract'
import { Pagination } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { Cards } from './cards.tsx'
import styles from './data-table.module.css'
import { EmptyList, type FirstStep, ListError } from './list-states.tsx'
import { rangeWords } from './range-words.ts'
import type { Identified, RowsProps, RowView } from './row-view.ts'
import { Rows } from './rows.tsx'
import { sortsOf } from './sorts.ts'
import { useAnswered } from './use-answered.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useLatest } from './use-latest.ts'
import type { ListState } from './use-list-state.ts'

const SortSelect = lazyPart(async () => ({ default: (await import('./sort-select.tsx')).SortSelect }))

interface DataTableProps<Row> extends RowView<Row>, Pick<RowsProps<Row>, 'onLeftOut' | 'layout'> {
  list: ListState
  query: UseQueryResult<Page<Row>>
  first: FirstStep
}

/** One page of a server-side list, as a table or as cards on a phone, with its loading, empty and failed states. */
export function DataTable<Row extends Identified>({ list, query, first, ...view }: DataTableProps<Row>) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { error, isPending } = query
  const answered = useAnswered(list, query.isPlaceholderData)
  const now = useMemo(() => ({ data: query.data, answered }), [query.data, answered])
  // New rows are drawn in slices, between which the page answers.
  const shown = useDeferredValue(now)
  const { data } = shown
  const isStale = query.isPlaceholderData || shown !== now
  const kept = useKeptFocus()
  const View = isPhone ? Cards : Rows
  const { sort } = list
  const setSort = useLatest(list.setSort)
  const sorting = useMemo(() => ({ sort, setSort }), [sort, setSort])
  const choices = view.columns.flatMap(sortsOf)

  const sizes = [...new Set([...PAGE_SIZES, list.windowRows])].toSorted((a, b) => a - b)
  const sizeText = (size: number) =>
    t(size === list.windowRows && !isPhone ? 'components.table.perWindow' : 'components.table.perPage', { count: size })

  return (
    <section {...kept} className={styles.table} aria-busy={isPending || isStale}>
      {error && <ListError title={t('components.table.failed')} error={error} onRetry={query.refetch} />}
      {(data || !error) && (
        <div className={styles.rows} data-stale={query.isPlaceholderData}>
          {isPhone && choices.length > 0 && <SortSelect choices={choices} sorting={sorting} />}
          <View
            {...view}
            sorting={sorting}
            rows={data?.items}
            answered={shown.answered}
            placeholders={list.pageSize}
            empty={<EmptyList list={list} first={first} />}
          />
        </div>
      )}
      {data && data.total > 0 && (
        <Pagination
          className={styles.pagination}
          size="small"
          // otherwise it is drawn twice
          responsive={false}
          current={list.page}
          pageSize={list.pageSize}
          total={data.total}
          simple={isPhone}
          showSizeChanger={{ options: sizes.map(size => ({ value: size, label: sizeText(size) })) }}
          pageSizeOptions={sizes}
          showTotal={(total, range) => rangeWords(t, range, total)}
          onChange={list.setPage}
        />
      )}
    </section>
  )
}
