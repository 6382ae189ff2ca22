export { type Conversation, newConversation } from './conversation.ts'
export { type RealtimeMessage, readRealtimeMessage, writeErrorMessage } from './message.ts'
export type { Heard } from './transcriptions.ts'
