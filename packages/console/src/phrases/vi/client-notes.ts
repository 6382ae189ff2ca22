export { clientNotes } from '@tollgate/contract/messages/vi/client-notes.ts'
