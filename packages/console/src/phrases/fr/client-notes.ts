export { clientNotes } from '@tollgate/contract/messages/fr/client-notes.ts'
