export { type Conversation, newConversation } from './conversation.ts'
export { type RealtimeMessage, readRealtimeMessage } from './message.ts'
export { writeErrorMessage } from './write-error-message.ts'
