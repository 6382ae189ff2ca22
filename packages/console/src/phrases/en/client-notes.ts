export { clientNotes } from '@tollgate/contract/messages/en/client-notes.ts'
