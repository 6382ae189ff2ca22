import { EditOutlined, RollbackOutlined } from '@ant-design/icons'
import type { UserMessage } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable, ListPage, useListState } from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useOpened } from '../../components/use-opened.ts'
import { stored } from '../../lib/storage.ts'
import { useMessages, useRecall } from './api.ts'
import { useMessageColumns } from './columns.tsx'

const MessageForm = lazyForm(() => import('./form.tsx').then(file => file.MessageForm))

/** What was written to users, and how its mails are getting on. */
export default function MessagesPage() {
  const { t } = useTranslation()
  const list = useListState([], stored.messagePageSize)
  const columns = useMessageColumns()
  const confirm = useConfirm()
  const form = useOpened<never>()
  const { mutate: recallNow } = useRecall()
  const write = (
    <Button type="primary" icon={<EditOutlined />} onClick={() => form.open()}>
      {t('messages.write')}
    </Button>
  )
  const recall = async ({ id, title }: UserMessage) => {
    const question = { title: t('messages.ask', { title }), consequence: t('messages.consequence') }
    if (await confirm({ ...question, agree: t('messages.recall'), danger: true })) recallNow(id)
  }
  return (
    <ListPage title={t('layout.pages.messages')} intro={t('messages.intro')} aside={write}>
      <DataTable
        list={list}
        query={useMessages(list)}
        columns={columns}
        keepsLeftOut
        nameOf={({ title }) => title}
        isDimmed={({ state }) => state === 'over' || state === 'recalled'}
        actions={message => [
          {
            key: 'recall',
            label: t('messages.recall'),
            icon: <RollbackOutlined />,
            frequent: true,
            disabled: !message.may_recall,
            onClick: () => void recall(message),
          },
        ]}
        first={{ title: t('messages.empty'), hint: t('messages.emptyHint'), action: write }}
      />
      {form.opened && <MessageForm key={form.opened.key} onClose={form.close} />}
    </ListPage>
  )
}
