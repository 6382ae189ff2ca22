import type { PeopleContext } from '../../context.ts'

/** What child keys are made and ended with, by the console and by a key itself. */
export type KeyServices = Pick<PeopleContext, 'db' | 'secrets' | 'ledger' | 'changeEvents' | 'now'>
