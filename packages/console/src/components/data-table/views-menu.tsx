import { StarOutlined } from '@ant-design/icons'
import { type ListName, VIEW_NAME_MAX_LENGTH } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { COLUMNS_IN_ADDRESS, type NamedColumn } from './address-columns.ts'
import styles from './data-table.module.css'
import { useAddress, VIEW_IN_ADDRESS } from './use-filters.ts'
import { useViews } from './use-views.ts'

interface ViewsMenuProps {
  list: ListName
  /** The columns shown, if they can be chosen. */
  columns?: readonly NamedColumn[]
}

const OpenedViews = lazyPart(() => import('./opened-views.tsx'))

/** Views of a list, with its filters, sort order and columns: stored under a name, reopened, and shared as a link. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const name = useViewName(props.list)
  const button = {
    icon: <StarOutlined />,
    'aria-label': [t('components.views.button'), name].filter(Boolean).join(': '),
    'aria-haspopup': 'menu' as const,
    title: t('components.views.button'),
    children: name && <span className={styles.viewName}>{name}</span>,
  }
  const alone = <Button {...button} onPointerEnter={OpenedViews.prepare} onClick={() => setAsked(true)} />
  if (!isAsked) return alone
  return (
    <OpenedViews {...props} name={name} fallback={alone}>
      <Button autoFocus {...button} />
    </OpenedViews>
  )
}

/** The name of the view in the address, unless it is too long, or the user's own view of this name is another one. */
function useViewName(list: ListName): string {
  const [address] = useAddress()
  const name = address.get(VIEW_IN_ADDRESS)?.trim() ?? ''
  const own = useViews(list).find(view => view.name === name)
  const isOther = own && filtersOf(new URLSearchParams(own.query)) !== filtersOf(address)
  return isOther || name.length > VIEW_NAME_MAX_LENGTH ? '' : name
}

const NO_FILTERS = [COLUMNS_IN_ADDRESS, VIEW_IN_ADDRESS, 'p']

const filtersOf = (address: URLSearchParams): string =>
  String([...address].filter(([name, text]) => text && !NO_FILTERS.includes(name)).toSorted())
