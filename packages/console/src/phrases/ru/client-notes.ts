export { clientNotes } from '@tollgate/contract/messages/ru/client-notes.ts'
