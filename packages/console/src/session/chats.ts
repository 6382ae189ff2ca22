import { chatTarget, type SiteStatus, templateOfLink } from '@tollgate/contract'
import { paths } from '../lib/paths.ts'
import { useStatus } from './status.tsx'

/** A chat client that the operator offers. */
export interface Chat {
  name: string
  /** Its link, with placeholders for key and address. */
  template: string
  /** The address of its page here. */
  to: string
}

export const useChats = (): Chat[] => chatsOf(useStatus())

/** The operator's chat clients in order: those of the list, then the single links. */
export function chatsOf({ chats, chat_link, chat_link2 }: SiteStatus): Chat[] {
  const listed = chats.map((entry, index) => {
    const [[name, template] = ['', '']] = Object.entries(entry)
    return { name, template, to: `${paths.chats}/${index}` }
  })
  const links = [
    { link: chat_link, to: paths.chatLink },
    { link: chat_link2, to: `${paths.chatLink}?link=2` },
  ].filter(({ link }) => link.trim() !== '')
  return [...listed, ...links.map(({ link, to }) => ({ name: nameOf(link), template: templateOfLink(link), to }))]
}

/** A link without a name is named after its site. */
function nameOf(link: string): string {
  const target = chatTarget(link)
  return target?.kind === 'page' ? target.host : link
}
