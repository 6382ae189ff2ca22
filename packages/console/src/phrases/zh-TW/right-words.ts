export { rights as rightWords } from '@tollgate/contract/messages/zh-TW/rights.ts'
