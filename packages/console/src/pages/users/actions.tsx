import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  EditOutlined,
  HistoryOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  SafetyCertificateOutlined,
  UserDeleteOutlined,
} from '@ant-design/icons'
import { ROLE, USER_STATUS, type User, type UserAction } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../components/data-table/index.ts'
import { masked } from '../../components/sensitive.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useMay, useUser } from '../../session/user.ts'
import { useManageUser } from './api.ts'

interface Opens {
  edit(user: User): void
  history(user: User): void
  rights(user: User): void
}

/** Actions that ask first: they change what somebody may do. Deleting cannot be undone. */
const ASKS: Partial<Record<UserAction, { danger: boolean }>> = {
  promote: { danger: false },
  demote: { danger: true },
  delete: { danger: true },
}

/**
 * Actions on one user. There are none on oneself, equals and superiors: the server refuses them too. A cancelled user only has a
 * history.
 */
export function useUserActions({ edit, history, rights }: Opens): (user: User) => RowAction[] {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const caller = useUser()
  const mayEdit = useMay('users.edit')
  const mayChange = useMay({ any: ['users.edit', 'users.balances'] })
  const { mutate: manage } = useManageUser()

  const act = async ({ id, username }: User, action: UserAction) => {
    const name = masked(username)
    const asked = ASKS[action]
    const question = { title: t(`users.ask.${action}`, { name }), consequence: t(`users.consequence.${action}`) }
    if (asked && !(await confirm({ ...question, agree: t(`users.actions.${action}`), danger: asked.danger }))) return
    manage({ id, action }, { onSuccess: () => message.success(t(`users.done.${action}`, { name })) })
  }

  return user => {
    const seeHistory = {
      key: 'history',
      label: t('users.actions.history'),
      icon: <HistoryOutlined />,
      frequent: user.DeletedAt !== null,
      onClick: () => history(user),
    }
    if (user.DeletedAt !== null) return [seeHistory]

    const isOutOfReach = caller === null || user.role >= caller.role
    const line = (action: UserAction, icon: RowAction['icon'], isPossible: boolean): RowAction => ({
      key: action,
      label: t(`users.actions.${action}`),
      icon,
      danger: action === 'delete',
      disabled: isOutOfReach || !isPossible || !mayEdit,
      onClick: () => act(user, action),
    })
    const turn =
      user.status === USER_STATUS.enabled
        ? line('disable', <PauseCircleOutlined />, true)
        : line('enable', <PlayCircleOutlined />, user.status !== USER_STATUS.special)
    return [
      { ...turn, frequent: true },
      {
        key: 'edit',
        label: t('components.row.edit'),
        icon: <EditOutlined />,
        frequent: true,
        disabled: isOutOfReach || !mayChange,
        onClick: () => edit(user),
      },
      seeHistory,
      {
        key: 'rights',
        label: t('users.actions.rights'),
        icon: <SafetyCertificateOutlined />,
        disabled: user.role !== ROLE.admin,
        onClick: () => rights(user),
      },
      line('promote', <ArrowUpOutlined />, caller?.role === ROLE.root && user.role < ROLE.admin),
      line('demote', <ArrowDownOutlined />, user.role >= ROLE.admin),
      line('delete', <UserDeleteOutlined />, true),
    ]
  }
}
