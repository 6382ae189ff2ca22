import { DeleteOutlined, LinkOutlined, SaveOutlined, StarOutlined } from '@ant-design/icons'
import type { ListName } from '@tollgate/contract'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { type KeptView, stored, useStored } from '../../lib/storage.ts'
import { MenuButton } from '../menu-button.tsx'
import { useCopy } from '../use-copy.tsx'
import { COLUMNS_IN_ADDRESS, columnsText } from './address-columns.ts'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'

interface ViewsMenuProps {
  list: ListName
  /** The columns shown, if they can be chosen. */
  columns?: Shown
}

type Shown = readonly Pick<Column<never>, 'key' | 'chosenWidth'>[]

/** A shared view has its name here. */
const NAME_IN_ADDRESS = 'view'
const LONGEST_NAME = 64

const KeepView = lazyPart(async () => ({ default: (await import('./keep-view.tsx')).KeepView }))

/** Views of a list, with its filters, sort order and columns: stored under a name, reopened, and shared as a link. */
export function ViewsMenu({ list, columns }: ViewsMenuProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [all, keepAll] = useStored(stored.listViews)
  const [isNaming, setNaming] = useState(false)
  const views = all[list] ?? []
  const keep = (kept: KeptView[]) => keepAll({ ...all, [list]: kept })
  const current = nameOf(search)
  const keepNow = (name: string) => {
    keep([...views.filter(view => view.name !== name), { name, query: queryOf(search, columns, name) }])
    message.success(t('components.views.kept', { name }))
  }

  const items = [
    ...views.map(view => ({
      key: `view ${view.name}`,
      label: view.name,
      icon: <StarOutlined />,
      onClick: () => void navigate({ pathname, search: view.query }),
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
    ...views.map(view => ({
      key: `delete ${view.name}`,
      label: t('components.views.delete', { name: view.name }),
      icon: <DeleteOutlined />,
      onClick: () => keep(views.filter(({ name }) => name !== view.name)),
    })),
  ]
  return (
    <>
      <MenuButton
        items={items}
        placement="bottomRight"
        icon={<StarOutlined />}
        aria-label={t('components.views.button')}
        title={t('components.views.button')}
      >
        {current && <span className={styles.viewName}>{current}</span>}
      </MenuButton>
      {isNaming && (
        <KeepView
          onKeep={name => {
            keepNow(name)
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

/** The name of the view in the address; a longer one is none. */
function nameOf(search: string): string {
  const name = new URLSearchParams(search).get(NAME_IN_ADDRESS)?.trim() ?? ''
  return name.length <= LONGEST_NAME ? name : ''
}

/** The address's query without the page, with the columns and the view's name. */
function queryOf(search: string, columns: Shown | undefined, name: string): string {
  const query = new URLSearchParams(search)
  query.delete('p')
  query.delete(NAME_IN_ADDRESS)
  if (columns) query.set(COLUMNS_IN_ADDRESS, columnsText(columns))
  if (name) query.set(NAME_IN_ADDRESS, name)
  return query.toString()
}
