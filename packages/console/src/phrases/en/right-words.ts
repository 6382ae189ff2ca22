export { rights as rightWords } from '@tollgate/contract/messages/en/rights.ts'
