/** The pages of the detection set. */
import { arabicPage } from '#bench/detection/pages/arabic'
import { articlePage } from '#bench/detection/pages/article'
import { boardPage } from '#bench/detection/pages/board'
import { calendarPage } from '#bench/detection/pages/calendar'
import { checkoutPage } from '#bench/detection/pages/checkout'
import { dashboardPage } from '#bench/detection/pages/dashboard'
import { gazettePage } from '#bench/detection/pages/gazette'
import { inboxPage } from '#bench/detection/pages/inbox'
import { japanesePage } from '#bench/detection/pages/japanese'
import { landingPage } from '#bench/detection/pages/landing'
import { manualPage } from '#bench/detection/pages/manual'
import { pricingPage } from '#bench/detection/pages/pricing'
import { settingsPage } from '#bench/detection/pages/settings'
import { shopPage } from '#bench/detection/pages/shop'
import { signUpPage } from '#bench/detection/pages/sign-up'
import { timetablePage } from '#bench/detection/pages/timetable'
import type { PageSource } from '#bench/detection/source'

export const allPages: readonly PageSource[] = [
  arabicPage,
  articlePage,
  boardPage,
  calendarPage,
  checkoutPage,
  dashboardPage,
  gazettePage,
  inboxPage,
  japanesePage,
  landingPage,
  manualPage,
  pricingPage,
  settingsPage,
  shopPage,
  signUpPage,
  timetablePage,
]
