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
import { COLUMNS_IN_ADDRESS } from './use-column-choice.ts'

interface ViewsMenuProps {
  list: ListName
  /** The keys of the columns shown, if they can be chosen. */
  columns?: string[]
}

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
  const query = queryOf(search, columns)

  const items = [
    ...views.map(view => ({
      key: `view ${view.name}`,
      label: view.name,
      icon: <StarOutlined />,
      onClick: () => void navigate({ pathname, search: view.query }),
    })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'keep', label: t('components.views.keep'), icon: <SaveOutlined />, onClick: () => setNaming(true) },
    {
      key: 'link',
      label: t('components.views.copy'),
      icon: <LinkOutlined />,
      onClick: () => copy(`${window.location.origin}${pathname}?${query}`),
    },
    ...views.map(view => ({
      key: `delete ${view.name}`,
      label: t('components.views.delete', { name: view.name }),
      icon: <DeleteOutlined />,
      onClick: () => keep(views.filter(({ name }) => name !== view.name)),
    })),
  ]
  const name = (name: string) => {
    keep([...views.filter(view => view.name !== name), { name, query }])
    setNaming(false)
    message.success(t('components.views.kept', { name }))
  }
  return (
    <>
      <MenuButton
        items={items}
        placement="bottomRight"
        icon={<StarOutlined />}
        aria-label={t('components.views.button')}
        title={t('components.views.button')}
      />
      {isNaming && <KeepView onKeep={name} onClose={() => setNaming(false)} />}
    </>
  )
}

/** The address's query without the page, with the columns. */
function queryOf(search: string, columns: string[] | undefined): string {
  const query = new URLSearchParams(search)
  query.delete('p')
  if (columns) query.set(COLUMNS_IN_ADDRESS, columns.join('.'))
  return query.toString()
}
