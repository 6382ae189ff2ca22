import { DeleteOutlined, LinkOutlined, SaveOutlined, StarOutlined } from '@ant-design/icons'
import type { ListName } from '@tollgate/contract'
import { App } from 'antd'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.tsx'
import OpenedMenu from '../opened-menu.tsx'
import { useCopy } from '../use-copy.tsx'
import { COLUMNS_IN_ADDRESS, columnsText, type NamedColumn } from './address-columns.ts'
import { useChangeViews } from './use-change-views.ts'
import { VIEW_IN_ADDRESS } from './use-filters.ts'
import { useViews } from './use-views.ts'

interface OpenedViewsProps {
  list: ListName
  columns?: readonly NamedColumn[]
  /** The name of the view that is shown; empty: it has none. */
  name: string
  /** The button that opened the menu. */
  children: ReactElement
}

const KeepView = lazyPart(async () => ({ default: (await import('./keep-view.tsx')).KeepView }))

/** The menu of a list's views, open from the start. */
export default function OpenedViews({ list, columns, name: current, children }: OpenedViewsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const views = useViews(list)
  const { keep, remove } = useChangeViews(list)
  const [isNaming, setNaming] = useState(false)
  const keepNow = (name: string) =>
    keep.mutate(
      { name, query: queryOf(search, columns, name) },
      {
        onSuccess: () => {
          setNaming(false)
          message.success(t('components.views.kept', { name }))
        },
      },
    )
  const removeNow = (name: string) =>
    remove.mutate(name, {
      onSuccess: () => {
        if (name === current) void navigate({ pathname, search: withName(search, '').toString() }, { replace: true })
      },
    })

  const items = [
    ...views.map(({ name, query }) => ({
      key: `view ${name}`,
      label: name,
      icon: <StarOutlined />,
      onClick: () => void navigate({ pathname, search: withName(query, name).toString() }),
    })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(current && !views.some(({ name }) => name === current)
      ? [
          {
            key: 'received',
            label: t('components.views.keepReceived', { name: current }),
            icon: <SaveOutlined />,
            onClick: () => keepNow(current),
          },
        ]
      : []),
    { key: 'keep', label: t('components.views.keep'), icon: <SaveOutlined />, onClick: () => setNaming(true) },
    {
      key: 'link',
      label: t('components.views.copy'),
      icon: <LinkOutlined />,
      onClick: () => copy(`${window.location.origin}${pathname}?${queryOf(search, columns, current)}`),
    },
    ...views.map(({ name }) => ({
      key: `delete ${name}`,
      label: t('components.views.delete', { name }),
      icon: <DeleteOutlined />,
      onClick: () => removeNow(name),
    })),
  ]
  return (
    <>
      <OpenedMenu items={items} placement="bottomRight">
        {children}
      </OpenedMenu>
      {isNaming && <KeepView isKeeping={keep.isPending} onKeep={keepNow} onClose={() => setNaming(false)} />}
    </>
  )
}

/** The address's query without the page, with the columns and the view's name. */
function queryOf(search: string, columns: OpenedViewsProps['columns'], name: string): string {
  const query = withName(search, name)
  query.delete('p')
  if (columns) query.set(COLUMNS_IN_ADDRESS, columnsText(columns))
  return query.toString()
}

/** An empty name removes it. */
function withName(search: string, name: string): URLSearchParams {
  const query = new URLSearchParams(search)
  if (name) query.set(VIEW_IN_ADDRESS, name)
  else query.delete(VIEW_IN_ADDRESS)
  return query
}
