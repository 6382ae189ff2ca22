import { CodeOutlined, HistoryOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Grid, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/data-table/index.ts'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useUser } from '../../session/user.ts'
import { isRunning } from './conversation/actions.ts'
import { isEmpty, shownThreads } from './conversation/new-conversation.ts'
import type { Conversation } from './conversation/types.ts'
import styles from './playground.module.css'
import { Announcement } from './view/announcement.tsx'
import { CodeDrawer } from './view/code-drawer.tsx'
import { Composer } from './view/composer.tsx'
import { EmptyState } from './view/empty-state.tsx'
import { HistoryDrawer } from './view/history-drawer.tsx'
import { SettingsPanel } from './view/settings-panel.tsx'
import { ThreadColumn } from './view/thread-column.tsx'
import { useChoiceInAddress } from './view/use-choice-in-address.ts'
import { usePlayground } from './view/use-playground.ts'

/** A place to try models: one conversation, or the same one with two models side by side. */
export default function PlaygroundPage() {
  const user = useUser()
  return user && <Playground key={user.id} userId={user.id} />
}

function Playground({ userId }: { userId: number }) {
  const playground = usePlayground(userId)
  const { conversation } = playground
  if (!conversation) return null
  return (
    <div className={styles.frame}>
      <Shown {...playground} conversation={conversation} />
    </div>
  )
}

type ShownProps = ReturnType<typeof usePlayground> & { conversation: Conversation }

function Shown({ store, conversation, summaries, isUnkept, actions }: ShownProps) {
  const { t } = useTranslation()
  const isWide = Grid.useBreakpoint().xl !== false
  const [open, setOpen] = useState<'history' | 'code' | 'settings' | null>(null)
  const [draft, setDraft] = useState('')
  const close = () => setOpen(null)
  const threads = shownThreads(conversation)
  const isAnyRunning = threads.some(({ messages }) => Object.values(messages).some(isRunning))
  const canSend = threads.every(({ model }) => model !== '')
  useChoiceInAddress(store, conversation)
  useStopKey(isAnyRunning && open === null, actions.stopAll)

  const settings = <SettingsPanel settings={conversation.settings} choices={threads} onSet={actions.set} />
  return (
    <ListPage
      title={t('layout.pages.playground')}
      intro={t('playground.intro')}
      aside={
        <>
          <LabelledSwitch
            label={t('playground.compare')}
            checked={conversation.isCompared}
            onChange={actions.compare}
          />
          <span className={styles.head}>
            <Tool icon={<HistoryOutlined />} label={t('playground.history.open')} onClick={() => setOpen('history')} />
            <Tool icon={<CodeOutlined />} label={t('playground.code')} onClick={() => setOpen('code')} />
            {!isWide && (
              <Tool icon={<SettingOutlined />} label={t('playground.settings')} onClick={() => setOpen('settings')} />
            )}
            <Tool
              icon={<PlusOutlined />}
              label={t('playground.new')}
              isOff={isEmpty(conversation)}
              onClick={() => store.start()}
            />
          </span>
        </>
      }
    >
      {isUnkept && <Alert type="warning" showIcon title={t('playground.history.unkept')} />}
      <div className={styles.page}>
        <div className={styles.main}>
          <div className={styles.columns} data-compared={conversation.isCompared}>
            {threads.map((thread, at) => (
              <ThreadColumn
                // biome-ignore lint/suspicious/noArrayIndexKey: the first stays the first
                key={`${conversation.id} ${at}`}
                store={store}
                id={conversation.id}
                thread={thread}
                at={at}
                actions={actions}
              />
            ))}
            {isEmpty(conversation) && <EmptyState hasModel={canSend} onPick={setDraft} />}
          </div>
          <Composer
            draft={draft}
            onDraft={setDraft}
            isRunning={isAnyRunning}
            canSend={canSend}
            onSend={actions.sendToAll}
            onStop={actions.stopAll}
          />
        </div>
        {isWide && <aside aria-label={t('playground.settings')}>{settings}</aside>}
      </div>
      <Announcement threads={threads} />
      {open === 'history' && (
        <HistoryDrawer store={store} summaries={summaries} current={conversation.id} onClose={close} />
      )}
      {open === 'code' && <CodeDrawer conversation={conversation} draft={draft} onClose={close} />}
      {open === 'settings' && !isWide && (
        <Drawer open size={400} title={t('playground.settings')} onClose={close}>
          {settings}
        </Drawer>
      )}
    </ListPage>
  )
}

interface ToolProps {
  icon: ReactNode
  label: string
  isOff?: boolean
  onClick: () => void
}

/** A button in the page's header; just its icon if there is no room. */
function Tool({ icon, label, isOff = false, onClick }: ToolProps) {
  const isPhone = useIsPhone()
  return (
    <Tooltip title={label}>
      <Button icon={icon} aria-label={label} disabled={isOff} onClick={onClick}>
        {!isPhone && label}
      </Button>
    </Tooltip>
  )
}

/** Escape stops running answers, wherever the focus is. */
function useStopKey(isOn: boolean, stop: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = ({ key, isComposing }: KeyboardEvent) => key === 'Escape' && !isComposing && stop()
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOn, stop])
}
