export { rights as rightWords } from '@tollgate/contract/messages/ja/rights.ts'
