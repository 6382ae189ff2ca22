import { promptBefore, promptPlace } from '@tollgate/contract'

interface Message {
  role: string
  content: string
}

const USER: Message = { role: 'user', content: 'Hi!' }

/** Conversations without instructions and with their own. */
export const CONVERSATIONS = {
  bare: [USER],
  instructed: [{ role: 'system', content: 'Answer in French.' }, USER],
} satisfies Record<string, Message[]>

/** A conversation as it goes up from a channel. */
export function prompted(messages: readonly Message[], setting: Record<string, unknown>): readonly Message[] {
  const { system_prompt: prompt, system_prompt_override: beforeOthers, pass_through_body_enabled: isPassed } = setting
  if (typeof prompt !== 'string' || prompt === '' || isPassed === true) return messages
  const place = promptPlace(messages, beforeOthers === true)
  if (place === 'first') return [{ role: 'system', content: prompt }, ...messages]
  return messages.map((message, at) =>
    at === place ? { ...message, content: promptBefore(prompt, message.content) } : message,
  )
}
