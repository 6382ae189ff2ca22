import { DeleteOutlined, EditOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../use-confirm.ts'
import { useUndoToast } from '../use-undo-toast.tsx'
import type { RowAction } from './row-action.ts'

interface Deeds<Item> {
  isOn(item: Item): boolean
  turn(item: Item, isOn: boolean, then?: { onSuccess: () => void }): void
  edit(item: Item): void
  /** The question before a deletion. */
  question(item: Item): { title: string; consequence: string }
  remove(item: Item): void
  isFixed?(item: Item): { state?: boolean; content?: boolean }
}

/** The actions on rows of most lists: switch (with undo), edit, and delete (after a question). */
export function useUsualActions<Item extends { name: string }>({
  isOn,
  turn,
  edit,
  question,
  remove,
  isFixed,
}: Deeds<Item>): (item: Item) => [RowAction, RowAction, RowAction] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const toastWithUndo = useUndoToast()

  const turnWithUndo = (item: Item, on: boolean) => {
    const said = t(on ? 'components.row.enabled' : 'components.row.disabled', { name: item.name })
    turn(item, on, { onSuccess: () => toastWithUndo(said, () => turn(item, !on)) })
  }
  const askAndRemove = async (item: Item) => {
    const agreed = await confirm({ ...question(item), agree: t('components.row.delete'), danger: true })
    if (agreed) remove(item)
  }

  return item => [
    {
      key: 'switch',
      label: t(isOn(item) ? 'components.row.disable' : 'components.row.enable'),
      icon: isOn(item) ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
      frequent: true,
      disabled: isFixed?.(item).state,
      onClick: () => turnWithUndo(item, !isOn(item)),
    },
    {
      key: 'edit',
      label: t('components.row.edit'),
      icon: <EditOutlined />,
      frequent: true,
      disabled: isFixed?.(item).content,
      onClick: () => edit(item),
    },
    {
      key: 'delete',
      label: t('components.row.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onClick: () => askAndRemove(item),
    },
  ]
}
