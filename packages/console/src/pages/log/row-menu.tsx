import { CodeOutlined, CommentOutlined, ExperimentOutlined, FieldTimeOutlined, StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../components/data-table/index.ts'
import { useCopy } from '../../components/use-copy.tsx'
import { holdsConversations } from '../../lib/known-models.ts'
import { places } from '../../lib/places.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import { useMay, useUser } from '../../session/user.ts'
import type { LogRow } from './api.ts'
import { isCall } from './cells.tsx'
import { curlOfCall, formatOfPath } from './curl-of-call.ts'
import { useRefuseModel } from './use-refuse-model.tsx'

/** Seconds before and after a call. */
const AROUND_SECONDS = 30 * 60

/** Actions on a call of the log; other rows have no menu. */
export function useLogActions(): (row: LogRow) => RowAction[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const copy = useCopy()
  const address = useGatewayAddress()
  const isAdmin = useMay('logs')
  const self = useUser()
  const refuse = useRefuseModel()

  return row => {
    if (!isCall(row) || !row.model_name) return []
    const { model_name: model, details, is_stream: isStream, token_name } = row
    const path = details.request_path ?? ''
    const format = formatOfPath(path)
    const isOwn = row.user_id === self?.id
    const command = curlOfCall({ path, model, isStream }, address)
    const around = {
      token_name,
      start_timestamp: String(row.created_at - AROUND_SECONDS),
      end_timestamp: String(row.created_at + AROUND_SECONDS),
      ...(isAdmin && { username: row.username }),
    }
    return [
      {
        key: 'curl',
        label: t('log.menu.curl'),
        icon: <CodeOutlined />,
        disabled: command === null,
        onClick: () => command !== null && copy(command),
      },
      {
        key: 'playground',
        label: t('log.menu.playground'),
        icon: <ExperimentOutlined />,
        disabled: format === undefined || !holdsConversations(model),
        // the reader may not belong to another user's group
        onClick: () =>
          navigate(places.playground({ model, ...(format && { format }), ...(isOwn && { group: row.group }) })),
      },
      {
        key: 'conversation',
        label: t('log.menu.conversation'),
        icon: <CommentOutlined />,
        disabled: row.conversation === '',
        onClick: () => navigate(places.calls({ conversation: row.conversation })),
      },
      {
        key: 'around',
        label: t('log.menu.around'),
        icon: <FieldTimeOutlined />,
        disabled: token_name === '',
        onClick: () => navigate(places.calls(around)),
      },
      {
        key: 'refuse',
        label: t('log.menu.refuse'),
        icon: <StopOutlined />,
        danger: true,
        // only its owner can change a token; calls of the console have none
        disabled: !isOwn || row.token_id === 0,
        onClick: () => refuse(row),
      },
    ]
  }
}
