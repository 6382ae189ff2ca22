export { clientNotes } from '@tollgate/contract/messages/zh-TW/client-notes.ts'
