import { useParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useChats } from '../../session/chats.ts'
import { ChatChooser } from './chooser.tsx'
import { ChatFrame } from './frame.tsx'
import { OpenedChat } from './opened-chat.tsx'
import { ProgramLink } from './program.tsx'

/** One of the operator's chats, by its number, or a choice of them. */
export default function ChatPage() {
  const { id } = useParams()
  const chats = useChats()
  if (id === undefined) return <ChatChooser />
  return (
    <OpenedChat chat={chats.find(({ to }) => to === `${paths.chats}/${id}`)}>
      {opened =>
        opened.target.kind === 'page' ? (
          <ChatFrame opened={opened} host={opened.target.host} />
        ) : (
          <ProgramLink opened={opened} />
        )
      }
    </OpenedChat>
  )
}
