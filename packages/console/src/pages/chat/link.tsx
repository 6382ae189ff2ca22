import { Spin } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useChats } from '../../session/chats.ts'
import styles from './chat.module.css'
import { OpenedChat } from './opened-chat.tsx'
import { ProgramLink } from './program.tsx'

/** Goes to the operator's single chat link, or else to the first chat that is a page. */
export default function ChatLinkPage() {
  const [search] = useSearchParams()
  const chats = useChats()
  const links = chats.filter(({ to }) => to.startsWith(paths.chatLink))
  const wanted = links.find(({ to }) => to.includes('?') === (search.get('link') === '2'))
  const chat = wanted ?? links[0] ?? chats.find(({ template }) => /^https?:/i.test(template))
  return (
    <OpenedChat chat={chat}>
      {opened =>
        opened.target.kind === 'page' ? (
          <Departure link={opened.link} host={opened.target.host} />
        ) : (
          <ProgramLink opened={opened} />
        )
      }
    </OpenedChat>
  )
}

/**
 * Replaces this page with another site, so that Back does not return here. No site learns where the user comes from.
 */
function Departure({ link, host }: { link: string; host: string }) {
  const { t } = useTranslation()
  useEffect(() => location.replace(link), [link])
  return (
    <section className={styles.page} role="status">
      <h1>{t('chat.leaving', { host })}</h1>
      <p>
        <Spin /> <a href={link}>{t('chat.leavingLink')}</a>
      </p>
    </section>
  )
}
