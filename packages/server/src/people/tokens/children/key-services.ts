import type { PeopleContext } from '../../context.ts'

/** The services with which the console and a key itself make and end child keys. */
export type KeyServices = Pick<PeopleContext, 'db' | 'secrets' | 'ledger' | 'changeEvents' | 'now'>
