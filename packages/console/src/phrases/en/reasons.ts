export { reasons } from '@tollgate/contract/messages/en/reasons.ts'
