export { reasons } from '@tollgate/contract/messages/ru/reasons.ts'
