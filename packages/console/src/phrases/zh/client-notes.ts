export { clientNotes } from '@tollgate/contract/messages/zh/client-notes.ts'
