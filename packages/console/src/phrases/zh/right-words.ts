export { rights as rightWords } from '@tollgate/contract/messages/zh/rights.ts'
