export { reasons } from '@tollgate/contract/messages/zh/reasons.ts'
