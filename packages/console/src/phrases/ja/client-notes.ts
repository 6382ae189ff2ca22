export { clientNotes } from '@tollgate/contract/messages/ja/client-notes.ts'
