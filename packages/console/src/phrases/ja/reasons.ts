export { reasons } from '@tollgate/contract/messages/ja/reasons.ts'
