export { reasons } from '@tollgate/contract/messages/zh-TW/reasons.ts'
