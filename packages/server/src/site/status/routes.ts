import { calls } from '@tollgate/contract'
import { isSetUp } from '../../people/setup/store.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { pagesFor } from '../../platform/options/menu-items.ts'
import { serve } from '../context.ts'
import { availability } from './availability.ts'
import { siteStatus } from './site-status.ts'

export const statusEndpoints = [
  serve(calls.status.get, async (_, { app }) => siteStatus(app, await isSetUp(app.db))),

  serve(calls.status.availability, (_, { app }) => availability(app)),

  serve(calls.status.groups, (_, { app }) => Object.keys(app.options.get('GroupRatio'))),

  serve(calls.status.notice, (_, { app }) => app.options.get('Notice')),

  serve(calls.status.about, (_, { app }) => app.options.get('About')),

  serve(calls.status.page, ({ params }, { app, caller }) => {
    const page = pagesFor(app.options, caller?.role ?? 0).find(({ slug }) => slug === params.slug)
    if (!page) throw consoleError('page_not_found')
    return { title: page.title, content: page.content }
  }),

  serve(calls.status.userAgreement, (_, { app }) => app.options.get('UserAgreement')),

  serve(calls.status.privacyPolicy, (_, { app }) => app.options.get('PrivacyPolicy')),

  serve(calls.status.home, (_, { app }) => app.options.get('HomePageContent')),
]
