export { reasons } from '@tollgate/contract/messages/fr/reasons.ts'
