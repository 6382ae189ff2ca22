export { type Conversation, newConversation } from './conversation.ts'
export { type RealtimeMessage, readRealtimeMessage, writeErrorMessage } from './message.ts'
