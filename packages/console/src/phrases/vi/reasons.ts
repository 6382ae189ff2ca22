export { reasons } from '@tollgate/contract/messages/vi/reasons.ts'
